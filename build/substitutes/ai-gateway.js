// The AI SDK's own provider, for models that are named by a text alone. Ours are always objects, so asking it for one is a bug.
export const gateway = undefined;
export const createGateway = () => {
  throw new Error("the service brings no AI gateway");
};
export class GatewayError extends Error {
  static isInstance() {
    return false;
  }
}
export class GatewayAuthenticationError extends GatewayError {}
