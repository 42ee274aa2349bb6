import { visibleId } from "./visible-id.ts";

/** The last line of everything that may be told twice: who reads it again knows that it is the same. */
export const visibleIdLine = async (id: string): Promise<string> => `<code>${await visibleId(id)}</code>`;
