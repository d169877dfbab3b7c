import { jsonIn, type OutboundGate, type OutboundRequest, type OutboundTarget, refusalOf } from '../outbound/index.ts';

interface JsonQuestion extends Pick<OutboundRequest, 'timeoutMs' | 'maxBytes' | 'signal'> {
  readonly target: OutboundTarget;
  readonly url: string;
  /** Of the account there; sent as a bearer when there is one. */
  readonly key: string | null;
  readonly body: object;
}

/** Posts JSON as OpenAI's interfaces take it; null when the answer is no JSON. Throws TrialFailed or OutboundError, which tell nothing of what was sent. */
export async function askJson(gate: OutboundGate, { key, body, ...call }: JsonQuestion): Promise<unknown> {
  const answer = await gate.send({
    ...call,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const refusal = refusalOf(answer.status);
  if (refusal) throw refusal;
  return jsonIn(answer.body);
}
