import { type LocalAnswer, type LocalRequest, startHttpServer } from "../lib/start-http-server.ts";
import { answerUniswapQuote } from "./answer-uniswap-quote.ts";
import { answerUniswapSwap } from "./answer-uniswap-swap.ts";
import { createDevControls } from "./dev-controls.ts";
import type { UniswapContext } from "./uniswap-context.ts";
import { uniswapError } from "./uniswap-error.ts";
import { venueClient } from "./venue-client.ts";
import type { VenueOptions } from "./venue-options.ts";
import type { VenueServer } from "./venue-server.ts";

/**
 * The router version of the local chain. Theirs answers a version that a chain lacks with "No
 * quotes available".
 */
const ROUTER_VERSION = "2.0";

/**
 * Uniswap's Trading API (CLASSIC over v3 and v4 pools), priced by the chain's own pools; `/_dev/*`
 * as in `createDevControls`.
 */
export async function startUniswapVenue(options: VenueOptions): Promise<VenueServer> {
  const client = venueClient(options.rpcUrl);
  const controls = createDevControls((status) => uniswapError(status));
  const venue = (request: LocalRequest) =>
    answer(
      { options, client, skewBps: controls.skewBps(), mutation: controls.mutation() },
      request,
    );
  const server = await startHttpServer(controls.wrap(venue), options.port);
  return { url: server.url, baseUrl: `${server.url}/v1`, stop: server.stop };
}

async function answer(context: UniswapContext, request: LocalRequest): Promise<LocalAnswer> {
  const { pathname } = new URL(request.target, "http://venue");
  if (request.headers["x-api-key"] !== context.options.apiKey) return uniswapError(401);
  if (request.method !== "POST" || !/^\/v1\/(quote|swap)$/.test(pathname))
    return uniswapError(404, "Not found");
  let body: unknown;
  try {
    body = JSON.parse(request.body.toString("utf8"));
  } catch {
    return uniswapError(400, "The body is not JSON");
  }
  const version = request.headers["x-universal-router-version"] ?? ROUTER_VERSION;
  if (version !== ROUTER_VERSION) return uniswapError(404);
  return pathname === "/v1/quote"
    ? answerUniswapQuote(context, body)
    : answerUniswapSwap(context, body);
}
