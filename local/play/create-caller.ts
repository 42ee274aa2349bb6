import type { StackManifest } from "../stack/stack-manifest.ts";

/** Any JSON object: the play looks at single fields of what it is answered, and prints the rest as it came. */
export type Answer = Record<string, unknown>;
export type Caller = {
  get(path: string, query?: Record<string, string>): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
};

const TIMEOUT_MS = 30_000;

/** HTTP calls as any outside client makes them. @throws Error with the service's own sentence for anything but 2xx */
export function createCaller({ baseUrl }: Pick<StackManifest, "baseUrl">): Caller {
  const call = async (method: "GET" | "POST", path: string, body?: object): Promise<Answer> => {
    const response = await fetch(baseUrl + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path.split("?")[0]} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Answer;
  };
  return {
    get: (path, query = {}) => {
      const search = new URLSearchParams(query).toString();
      return call("GET", search === "" ? path : `${path}?${search}`);
    },
    post: (path, body) => call("POST", path, body),
  };
}
