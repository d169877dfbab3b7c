import type { Tx } from '../store/database.ts';
import { takeKey } from './idempotency.ts';

/** What the platform calls one thing that it asks for, in words of its own. */
export interface NamedRequest {
  readonly userId: number;
  readonly requestId: string;
  /** The path of the call under the service API. */
  readonly path: string;
  /** A digest of what is asked: nothing of its words is kept. */
  readonly subject: string;
}

/** Nobody's own: the names are the platform's, whichever of its clients sends the call. */
const platform = 0;

/**
 * Takes the name of a request for what is asked under it, so that another thing under the same name is refused even where the
 * first left no hold and no record. Names are forgotten with the keys of calls. Asked again for the same thing it does nothing.
 */
export async function takeRequest(
  { tx, at }: { readonly tx: Tx; readonly at: number },
  request: NamedRequest,
): Promise<void> {
  const { userId, requestId, path, subject } = request;
  // No key of a client has a space in it.
  const key = `${path} ${userId} ${requestId}`;
  await takeKey(tx, { actorId: platform, key, call: `/service${path}`, bodyHash: subject }, at);
}
