/** The module that build/build-model.mjs makes of this, uploaded beside the Worker and loaded on the first use. */
export { createModelPort } from "./chat/model/create-model-port.ts";
