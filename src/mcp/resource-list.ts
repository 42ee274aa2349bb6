import type { ResourceEntry } from "./resource-entry.ts";
import { RESOURCE_TABLE } from "./resource-table.ts";

const shown = ({ name, title, description, mimeType }: ResourceEntry) => ({
  name,
  title,
  description,
  mimeType,
});
const isTemplate = ({ uri }: ResourceEntry): boolean => uri.includes("{");

/** Those with an address of their own, and those whose address has parts. */
export const resourceList = {
  resources: () =>
    RESOURCE_TABLE.filter((entry) => !isTemplate(entry)).map((entry) => ({
      uri: entry.uri,
      ...shown(entry),
    })),
  templates: () =>
    RESOURCE_TABLE.filter(isTemplate).map((entry) => ({ uriTemplate: entry.uri, ...shown(entry) })),
};
