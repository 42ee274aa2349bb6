import { TOOLS } from "../tools/registry.ts";
import { modelTools } from "./model-tools.ts";

/** What a model sees of the registry. Made once, when the chat is first loaded: twelve JSON schemas take some milliseconds. */
export const REACHABLE_TOOLS = modelTools(TOOLS);
