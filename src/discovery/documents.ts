import { loadTools } from "../calls/load-tools.ts";
import { listSkills } from "./list-skills.ts";
import { llmsText } from "./llms-text.ts";
import { renderDocs } from "./render-docs.ts";
import { serviceDocument } from "./service-document.ts";
import { skillText } from "./skill-text.ts";

type Asked = Parameters<typeof serviceDocument>;

/** Loaded (src/create-modules.ts): the service as OpenAPI, as a page, as a text for a model, and as a skill. */
export const documents = {
  openapi: serviceDocument,
  page: async (...asked: Asked) => renderDocs(await serviceDocument(...asked)),
  llms: async (...asked: Asked) => llmsText(await serviceDocument(...asked), (await loadTools(asked[0])).registry),
  skill: async (...asked: Asked) => skillText(await serviceDocument(...asked)),
  skillIndex: async (...asked: Asked) => listSkills(await serviceDocument(...asked)),
};
