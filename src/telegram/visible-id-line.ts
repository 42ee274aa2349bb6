import { visibleId } from "./visible-id.ts";

/** Of every message that may be delivered twice: its reader then knows that it is the same. */
export const visibleIdLine = async (id: string): Promise<string> => `<code>${await visibleId(id)}</code>`;
