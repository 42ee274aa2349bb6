import { jsonAnswer } from "../lib/json-answer.ts";
import { type LocalAnswer, type LocalRequest, startHttpServer } from "../lib/start-http-server.ts";

/** One request as it came: what its receiver would verify. */
export type SunkDelivery = { path: string; headers: Record<string, string>; body: string };
/** What a path answers: a status, a redirect, or nothing at all until the sink stops. */
export type SinkAnswer = { status: number } | { redirectTo: string } | "hang";

export type WebhookSink = {
  /**
   * Its origin is the one of loopback that a local Worker delivers to; each path of it is an
   * endpoint.
   */
  url: string;
  /** DNS over HTTPS, in the place of a public resolver. */
  dnsUrl: string;
  /** What a path answers from now on; 200 before. */
  answer(path: string, how: SinkAnswer): void;
  /**
   * The addresses of a name from now on, IPv4 and IPv6; none before, and "fails" where nothing is
   * known of it.
   */
  name(name: string, addresses: readonly string[] | "fails"): void;
  /** Everything that came to a path, oldest first, whatever it was answered. */
  deliveries(path: string): readonly SunkDelivery[];
  /** Questions that were asked about a name. */
  questions(name: string): number;
  stop(): Promise<void>;
};

/** Receivers of webhooks and the resolver that knows their names, on a free port of loopback. */
export async function startWebhookSink(): Promise<WebhookSink> {
  const answers = new Map<string, SinkAnswer>();
  const names = new Map<string, readonly string[] | "fails">();
  const sunk: SunkDelivery[] = [];
  const asked: string[] = [];
  const resolve = ({ searchParams }: URL): LocalAnswer => {
    const [name, type] = [searchParams.get("name") ?? "", searchParams.get("type")];
    asked.push(name);
    const known = names.get(name);
    if (known === "fails") return jsonAnswer(200, { Status: 2, TC: false });
    if (known === undefined) return jsonAnswer(200, { Status: 3, TC: false });
    const [kind, ofType] =
      type === "AAAA" ? [28, known.filter(isIpv6)] : [1, known.filter((one) => !isIpv6(one))];
    return jsonAnswer(200, {
      Status: 0,
      TC: false,
      Answer: ofType.map((data) => ({ name, type: kind, TTL: 60, data })),
    });
  };
  const receive = (
    { headers, body }: LocalRequest,
    path: string,
  ): LocalAnswer | Promise<LocalAnswer> => {
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    sunk.push({ path, headers: Object.fromEntries(texts), body: body.toString("utf8") });
    const how = answers.get(path) ?? { status: 200 };
    if (how === "hang") return new Promise<never>(() => undefined);
    return "status" in how
      ? { status: how.status }
      : { status: 302, headers: { location: how.redirectTo } };
  };
  const server = await startHttpServer(async (request) => {
    const url = new URL(request.target, "http://local");
    return request.method === "GET" && url.pathname === "/dns-query"
      ? resolve(url)
      : receive(request, url.pathname);
  });
  return {
    url: server.url,
    dnsUrl: `${server.url}/dns-query`,
    answer: (path, how) => void answers.set(path, how),
    name: (name, addresses) => void names.set(name, addresses),
    deliveries: (path) => sunk.filter((one) => one.path === path),
    questions: (name) => asked.filter((one) => one === name).length,
    stop: server.stop,
  };
}

const isIpv6 = (address: string): boolean => address.includes(":");
