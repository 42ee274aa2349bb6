import * as z from "zod";
import type { Resolver } from "./create-webhook-port.ts";

type Options = { baseUrl: string; fetch(url: string, init: RequestInit): Promise<Response> };

const TYPES = { A: 1, AAAA: 28 } as const;
/** RFC 1035, 4.1.1: answered, and no such name. */
const [NO_ERROR, NO_SUCH_NAME] = [0, 3];

const answerShape = z.object({
  Status: z.int(),
  TC: z.boolean().optional(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).optional(),
});

/**
 * DNS over HTTPS in JSON (docs/facts/webhooks.md), A and AAAA: a name with a private address beside
 * a public one must show both. A truncated or other answer is unknown.
 */
export const createDnsResolver =
  ({ baseUrl, fetch }: Options): Resolver =>
  async (name, signal) => {
    const ask = async (type: keyof typeof TYPES) => {
      const url = `${baseUrl}?${new URLSearchParams({ name, type })}`;
      const response = await fetch(url, {
        headers: { accept: "application/dns-json" },
        redirect: "manual",
        signal,
      });
      if (response.status !== 200) throw new Error(`the resolver answered ${response.status}`);
      const { Status, TC, Answer = [] } = answerShape.parse(await response.json());
      if (TC === true || (Status !== NO_ERROR && Status !== NO_SUCH_NAME))
        throw new Error(`the resolver says ${Status}`);
      return Answer.filter((record) => record.type === TYPES[type]).map(({ data }) => data);
    };
    return (await Promise.all([ask("A"), ask("AAAA")])).flat();
  };
