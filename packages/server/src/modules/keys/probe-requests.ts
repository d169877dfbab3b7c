import { randomUUID } from 'node:crypto';
import { getPath, type OutboundAnswer, parseJson } from '../../platform/outbound/index.ts';
import type { KeyProbe } from './try-key.ts';

const samplesASecond = 16_000;
const bytesASample = 2;

/** Half a second of silence as a WAV file: what a model that writes down speech is tried with. */
function createSilence(): Buffer {
  const length = (samplesASecond / 2) * bytesASample;
  const file = Buffer.alloc(44 + length);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + length, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  // PCM, one channel.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(samplesASecond, 24);
  file.writeUInt32LE(samplesASecond * bytesASample, 28);
  file.writeUInt16LE(bytesASample, 32);
  file.writeUInt16LE(8 * bytesASample, 34);
  file.write('data', 36);
  file.writeUInt32LE(length, 40);
  return file;
}

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

export interface ProbeRequest {
  /** Below the address of the key. */
  readonly path: string;
  readonly body: string | Uint8Array;
  readonly contentType: string;
  /** Null when the answer is not what was asked for. */
  said(answer: OutboundAnswer): Said | null;
}

type ProbeInput = Pick<KeyProbe, 'prompt' | 'maxTokens' | 'replyChars' | 'provider' | 'voice'> & {
  readonly model: string;
};

const json = 'application/json';
const longestReply = 500;
const cut = (text: unknown, longest = longestReply) => (typeof text === 'string' ? text.slice(0, longest) : null);

function chat({ model, prompt, maxTokens, replyChars, provider }: ProbeInput): ProbeRequest {
  return {
    path: provider === 'anthropic' ? '/messages' : '/chat/completions',
    contentType: json,
    body: JSON.stringify({ model, messages: [{ role: 'user', content: prompt }], max_tokens: maxTokens }),
    said({ body }) {
      const answer = parseJson(body);
      const text = getPath(answer, 'choices', 0, 'message', 'content') ?? getPath(answer, 'content', 0, 'text');
      const end = getPath(answer, 'choices', 0, 'finish_reason') ?? getPath(answer, 'stop_reason');
      const reply = cut(text, replyChars);
      return { reply, isCut: end === 'length' || end === 'max_tokens' || reply !== (text ?? null) };
    },
  };
}

function embedding({ model, prompt }: ProbeInput): ProbeRequest {
  return {
    path: '/embeddings',
    contentType: json,
    body: JSON.stringify({ model, input: [prompt] }),
    said({ body }) {
      const vector = getPath(parseJson(body), 'data', 0, 'embedding');
      const isVector = Array.isArray(vector) && vector.length > 0 && vector.every((one) => Number.isFinite(one));
      return isVector ? { reply: null, dimensions: vector.length } : null;
    },
  };
}

function rerank({ model, prompt }: ProbeInput): ProbeRequest {
  return {
    path: '/rerank',
    contentType: json,
    body: JSON.stringify({ model, query: prompt, documents: [prompt, '-'] }),
    said({ body }) {
      const answer = parseJson(body);
      const list = [answer, getPath(answer, 'results'), getPath(answer, 'data')].find(Array.isArray) as
        | unknown[]
        | undefined;
      const score = getPath(list?.[0], 'relevance_score') ?? getPath(list?.[0], 'score');
      return typeof score === 'number' ? { reply: String(score) } : null;
    },
  };
}

function speech({ model, prompt, voice }: ProbeInput): ProbeRequest {
  return {
    path: '/audio/speech',
    contentType: json,
    body: JSON.stringify({ model, input: prompt, voice: voice ?? 'alloy', response_format: 'mp3' }),
    said({ body, headers }) {
      const isText = (headers['content-type'] ?? '').startsWith(json);
      return isText || body.length === 0 ? null : { reply: null, bytes: body.length };
    },
  };
}

function transcription({ model }: ProbeInput): ProbeRequest {
  const boundary = `gantry-${randomUUID()}`;
  const part = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
  return {
    path: '/audio/transcriptions',
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(`${part('model')}\r\n${model}\r\n${part('file', '; filename="trial.wav"')}`),
      Buffer.from('content-type: audio/wav\r\n\r\n'),
      createSilence(),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    said({ body }) {
      const text = getPath(parseJson(body), 'text');
      return typeof text === 'string' ? { reply: cut(text) } : null;
    },
  };
}

const forms: Readonly<Record<string, (requested: ProbeInput) => ProbeRequest>> = {
  embedding,
  rerank,
  tts: speech,
  stt: transcription,
};

/** How a model of a type is asked for very little; what is not known answers in words. */
export const createProbeRequest = (type: string | undefined, requested: ProbeInput): ProbeRequest =>
  (forms[type ?? ''] ?? chat)(requested);
