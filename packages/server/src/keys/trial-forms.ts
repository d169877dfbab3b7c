import { randomUUID } from 'node:crypto';
import { at, jsonIn, type OutboundAnswer } from '../outbound/index.ts';
import { silence } from './silence.ts';
import type { Trial } from './try-key.ts';

/** What a model said to a trial. */
export interface Said {
  /** In words; null when it answers in none, or said nothing. */
  readonly reply: string | null;
  /** It would have said more: it was as long as it may be. */
  readonly isCut?: boolean;
  /** Of the vector that it made. */
  readonly dimensions?: number;
  /** Of the sound that it made, in bytes. */
  readonly bytes?: number;
}

export interface TrialForm {
  /** Below the address of the key. */
  readonly path: string;
  readonly body: string | Uint8Array;
  readonly contentType: string;
  /** Null when the answer is not what was asked for. */
  said(answer: OutboundAnswer): Said | null;
}

type Asked = Pick<Trial, 'prompt' | 'maxTokens' | 'replyChars' | 'provider' | 'voice'> & { readonly model: string };

const json = 'application/json';
const longestReply = 500;
const cut = (text: unknown, longest = longestReply) => (typeof text === 'string' ? text.slice(0, longest) : null);

function chat({ model, prompt, maxTokens, replyChars, provider }: Asked): TrialForm {
  return {
    path: provider === 'anthropic' ? '/messages' : '/chat/completions',
    contentType: json,
    body: JSON.stringify({ model, messages: [{ role: 'user', content: prompt }], max_tokens: maxTokens }),
    said({ body }) {
      const answer = jsonIn(body);
      const text = at(answer, 'choices', 0, 'message', 'content') ?? at(answer, 'content', 0, 'text');
      const end = at(answer, 'choices', 0, 'finish_reason') ?? at(answer, 'stop_reason');
      const reply = cut(text, replyChars);
      return { reply, isCut: end === 'length' || end === 'max_tokens' || reply !== (text ?? null) };
    },
  };
}

function embedding({ model, prompt }: Asked): TrialForm {
  return {
    path: '/embeddings',
    contentType: json,
    body: JSON.stringify({ model, input: [prompt] }),
    said({ body }) {
      const vector = at(jsonIn(body), 'data', 0, 'embedding');
      const isVector = Array.isArray(vector) && vector.length > 0 && vector.every((one) => Number.isFinite(one));
      return isVector ? { reply: null, dimensions: vector.length } : null;
    },
  };
}

function rerank({ model, prompt }: Asked): TrialForm {
  return {
    path: '/rerank',
    contentType: json,
    body: JSON.stringify({ model, query: prompt, documents: [prompt, '-'] }),
    said({ body }) {
      const answer = jsonIn(body);
      const list = [answer, at(answer, 'results'), at(answer, 'data')].find(Array.isArray) as unknown[] | undefined;
      const score = at(list?.[0], 'relevance_score') ?? at(list?.[0], 'score');
      return typeof score === 'number' ? { reply: String(score) } : null;
    },
  };
}

function speech({ model, prompt, voice }: Asked): TrialForm {
  return {
    path: '/audio/speech',
    contentType: json,
    body: JSON.stringify({ model, input: prompt, voice: voice ?? 'alloy', response_format: 'mp3' }),
    said({ body, headers }) {
      const isText = String(headers['content-type'] ?? '').startsWith(json);
      return isText || body.length === 0 ? null : { reply: null, bytes: body.length };
    },
  };
}

function transcription({ model }: Asked): TrialForm {
  const boundary = `gantry-${randomUUID()}`;
  const part = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
  return {
    path: '/audio/transcriptions',
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(`${part('model')}\r\n${model}\r\n${part('file', '; filename="trial.wav"')}`),
      Buffer.from('content-type: audio/wav\r\n\r\n'),
      silence(),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    said({ body }) {
      const text = at(jsonIn(body), 'text');
      return typeof text === 'string' ? { reply: cut(text) } : null;
    },
  };
}

const forms: Readonly<Record<string, (asked: Asked) => TrialForm>> = {
  embedding,
  rerank,
  tts: speech,
  stt: transcription,
};

/** How a model of a type is asked for very little; what is not known answers in words. */
export const trialForm = (type: string | undefined, asked: Asked): TrialForm => (forms[type ?? ''] ?? chat)(asked);
