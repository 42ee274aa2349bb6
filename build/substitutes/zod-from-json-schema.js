// Schemas are ours: none is read from JSON.
export const fromJSONSchema = () => {
  throw new Error("the service reads no schema from JSON");
};
