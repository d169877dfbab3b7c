import type { Values } from '@gantry/core';

/** The number of a transfer without blanks around it and in usual width; null when there is none. */
export function transferNumber({ externalNo }: Values): string | null {
  const typed = typeof externalNo === 'string' ? externalNo.normalize('NFKC').trim() : '';
  return typed === '' ? null : typed;
}
