import { TOOLS } from "../tools/registry.ts";
import { llmsText } from "./llms-text.ts";
import { renderDocs } from "./render-docs.ts";
import { serviceDocument } from "./service-document.ts";

type Asked = Parameters<typeof serviceDocument>;

/** What the module of the documents is asked for (src/create-modules.ts): the service as OpenAPI, as a page, and as a text for a model. */
export const documents = {
  openapi: serviceDocument,
  page: async (...asked: Asked) => renderDocs(await serviceDocument(...asked)),
  llms: async (...asked: Asked) => llmsText(await serviceDocument(...asked), TOOLS),
};
