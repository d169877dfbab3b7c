import { type OutboundClient, type OutboundRequest, type OutboundTarget, parseJson, toRejection } from './index.ts';

interface JsonQuestion extends Pick<OutboundRequest, 'timeoutMs' | 'maxBytes' | 'signal'> {
  readonly target: OutboundTarget;
  readonly url: string;
  /** Of the account there; sent as a bearer when there is one. */
  readonly key: string | null;
  readonly body: object;
}

/** Posts JSON as OpenAI's interfaces take it; null when the answer is no JSON. Throws TrialFailed or OutboundError, which tell nothing of what was sent. */
export async function fetchJson(outbound: OutboundClient, { key, body, ...call }: JsonQuestion): Promise<unknown> {
  const answer = await outbound.send({
    ...call,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const rejection = toRejection(answer.status);
  if (rejection) throw rejection;
  return parseJson(answer.body);
}
