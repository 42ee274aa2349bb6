import { type Vector, vectorFile } from "./vectors.ts";

export function vectorNamed(id: string): Vector {
  const vector = vectorFile.vectors.find((v) => v.id === id);
  if (!vector) throw new Error(`no vector ${id}`);
  return vector;
}
