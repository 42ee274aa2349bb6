import { Hono } from "hono";

/**
 * What a 402 is measured beside: Hono alone, with a short JSON, and with the headers and body that
 * SAME holds as JSON.
 */
const app = new Hono<{ Bindings: { SAME: string } }>();
app.all("/short", (c) => c.json({ error: "payment_required" }, 402));
let same: { body: string; headers: Record<string, string> } | undefined;
app.all("/same", (c) => {
  same ??= JSON.parse(c.env.SAME) as NonNullable<typeof same>;
  return c.body(same.body, 402, same.headers);
});

// biome-ignore lint/style/noDefaultExport: an entry of the Workers runtime.
export default { fetch: app.fetch };
