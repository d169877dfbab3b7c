import { getError } from '../errors/index.ts';
import { ResponseError } from './client.ts';

/** What refers to a record: how many of which resource, through which field. */
export interface Usage {
  readonly resource: string;
  readonly field: string;
  readonly count: number;
}

/** What keeps a record from going, of the refusal to delete it; nothing of any other error. */
export function getUsages(error: unknown): readonly Usage[] {
  if (!(error instanceof ResponseError) || error.code !== getError('inUse').code) return [];
  return Array.isArray(error.data.usages) ? (error.data.usages as readonly Usage[]) : [];
}
