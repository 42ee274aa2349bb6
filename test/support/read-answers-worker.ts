import { limitFetch, readText } from "../../src/lib/limit-fetch.ts";

/**
 * Fetches the address in `?of`, as the service does, and says how many characters came, or why
 * none.
 */
const handler = {
  fetch: async (request: Request): Promise<Response> => {
    const asked = new URL(request.url).searchParams;
    const { fetch: limited } = limitFetch((url, init) => fetch(url, init), 1);
    try {
      const answer = await limited(asked.get("of") ?? "", {});
      const text = await readText(answer, Number(asked.get("most")));
      return Response.json({
        status: answer.status,
        length: text?.length ?? null,
        end: text?.slice(-3) ?? null,
      });
    } catch (error) {
      return Response.json({ error: error instanceof Error ? error.name : "unknown" });
    }
  },
};

// biome-ignore lint/style/noDefaultExport: an entry of the Workers runtime.
export default handler;
