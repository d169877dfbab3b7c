/** A vector in one byte a dimension: value ≈ steps × scale, off by half a scale at most. */
export interface Quantised {
  readonly scale: number;
  readonly steps: Int8Array;
}

const most = 127;
/** Dimensions that an embedding may have. */
export const maxDims = 4096;

/** A vector of length 1 in the same direction; one of nothing but zeros stays. Throws RangeError for what is no vector. */
export function normalizeVector(vector: ArrayLike<number>): Float32Array {
  if (vector.length === 0 || vector.length > maxDims) throw new RangeError(`a vector of ${vector.length} dimensions`);
  const made = Float32Array.from(vector);
  let square = 0;
  for (const value of made) square += value * value;
  if (!Number.isFinite(square)) throw new RangeError('a vector holds what is no finite number');
  const length = Math.sqrt(square);
  return length === 0 ? made : made.map((value) => value / length);
}

export function quantise(vector: Float32Array): Quantised {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = Math.fround(largest / most);
  const steps = new Int8Array(vector.length);
  if (scale === 0) return { scale: 0, steps };
  for (let at = 0; at < vector.length; at += 1) {
    steps[at] = Math.max(-most, Math.min(most, Math.round((vector[at] ?? 0) / scale)));
  }
  return { scale, steps };
}

const scaleBytes = 4;

/** The scale, little end first, and the steps. */
export function toBlob({ scale, steps }: Quantised): Buffer {
  const blob = Buffer.allocUnsafe(scaleBytes + steps.length);
  blob.writeFloatLE(scale, 0);
  Buffer.from(steps.buffer, steps.byteOffset, steps.length).copy(blob, scaleBytes);
  return blob;
}

export function fromBlob(blob: Buffer): Quantised {
  return {
    scale: blob.readFloatLE(0),
    steps: new Int8Array(blob.buffer, blob.byteOffset + scaleBytes, blob.length - scaleBytes),
  };
}
