import { signIn } from "../play/sign-in.ts";
import type { StackManifest } from "./stack-manifest.ts";

/**
 * A POST to a free route of the service, with the operator's proof beside `fields`: a fresh one for
 * an action alone, where it is named.
 * @throws Error with the service's own answer for anything but 2xx
 */
export async function postAsOperator(
  manifest: StackManifest,
  path: string,
  fields: object = {},
  proof: { action?: string; names?: string } = {},
): Promise<unknown> {
  const response = await fetch(manifest.baseUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...(await signIn(manifest, proof)), ...fields }),
  });
  const answer: unknown = await response.json();
  if (!response.ok)
    throw new Error(`The service answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
