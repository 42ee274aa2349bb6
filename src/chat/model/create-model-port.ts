import type { ModelPort } from "../model-port.ts";
import { createSdkModel } from "./create-sdk-model.ts";
import { createWorkersAiModel } from "./create-workers-ai-model.ts";
import type { ModelSettings } from "./model-settings.ts";

/**
 * The model that is configured. The one export of the module that is uploaded apart, and loaded on
 * the first use.
 */
export const createModelPort = (settings: ModelSettings): ModelPort =>
  settings.kind === "endpoint" ? createSdkModel(settings) : createWorkersAiModel(settings);
