import { allow, refuse, type Verdict } from "../lib/verdict.ts";

type Surroundings = {
  /** Of this service, which does not call itself. */
  ownHost: string | undefined;
  /** Of loopback, where a local stack delivers to. */
  localOrigin: string | undefined;
};

/** As the platform's parser writes every IPv4 address. */
const IPV4 = /^\d+(?:\.\d+){3}$/;
/** Letters, or another alphabet's in punycode. */
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/**
 * Source: IANA, Special-Use Domain Names (RFC 6761 and others); ICANN on name collisions (corp, home, mail, and since 2024 internal); what
 * home routers and clusters use for themselves.
 */
const NOT_PUBLIC = new Set(
  "localhost local localdomain internal intranet private corp home lan mail arpa test example invalid onion alt cluster".split(
    " ",
  ),
);

/**
 * By its text alone: https, a name of the public internet, port 443, no credentials; the name is judged when it is resolved. The platform's
 * parser comes first, so every spelling of an address is one here.
 */
export function judgeWebhookUrl(text: string, { ownHost, localOrigin }: Surroundings): Verdict<URL> {
  if (!URL.canParse(text)) return refused("The url is none: write https:// and a name.", "not_a_url");
  const url = new URL(text);
  const { protocol, hostname: host, username, password, port, hash } = url;
  if (username !== "" || password !== "") return refused("The url has credentials in it.", "credentials");
  if (hash !== "") return refused("The url has a fragment, which is never sent.", "fragment");
  if (localOrigin !== undefined && url.origin === localOrigin) return allow(url);
  if (protocol !== "https:") return refused("The url is not https.", "not_https");
  if (port !== "") return refused("The url names a port other than 443.", "port");
  if (host.startsWith("[") || IPV4.test(host)) return refused("The url has an address in place of a name.", "address");
  if (host.endsWith(".")) return refused("The url's name ends with a dot.", "trailing_dot");
  const labels = host.split(".");
  const last = labels.at(-1) ?? "";
  if (labels.length < 2 || !TOP_LEVEL.test(last) || NOT_PUBLIC.has(last))
    return refused("The url's name is none of the public internet.", "not_public_name");
  if (host === ownHost) return refused("The url is this service's own.", "own_name");
  return allow(url);
}

const refused = (why: string, reason: string) =>
  refuse(
    "webhook_url_refused",
    `${why} A webhook is https with a public name, on port 443, without credentials. Nothing was sent there.`,
    { reason },
  );
