import type { UploadKind } from '@gantry/core';

/** What the settings say of every upload, whatever it is for. */
export interface UploadRules {
  /** Bytes that one file takes at most. */
  readonly maxBytes: number;
  takes(kind: UploadKind): boolean;
}
