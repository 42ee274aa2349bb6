import type { Stage } from "./scene.ts";

/**
 * Has the stack trade ETH's dollar price on chain 8453 to so much of its start price. @throws Error
 * when it did not
 */
export async function movePrice(
  { manifest }: Pick<Stage, "manifest">,
  priceBps: number,
): Promise<void> {
  const response = await fetch(`${manifest.control}/price`, {
    method: "POST",
    body: JSON.stringify({ priceBps }),
  });
  if (!response.ok) throw new Error(`the price was not moved: ${await response.text()}`);
}
