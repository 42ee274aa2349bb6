import { readBytes } from "./read-bytes.ts";

/**
 * Undefined when it has more than `maxBytes`. The announced length ends it before anything is read; what arrives is counted, because the
 * announcement may be missing, wrong, or of compressed bytes. Rejects as the body's stream does, by the request's own timeout too.
 */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return "";
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body.cancel();
    return undefined;
  }
  const bytes = await readBytes(response.body, maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}
