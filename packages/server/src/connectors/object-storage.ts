import { randomBytes } from 'node:crypto';
import type { ByteStore } from '../files/file-store.ts';
import { type OutboundAnswer, type OutboundGate, refusalOf, TrialFailed, trial } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';

export interface StorageNeeds {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

interface StorageCall {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly name: string;
  readonly content?: Buffer;
  readonly mediaType?: string;
}

/** Largest object that is read back: a picture takes 5 MiB at most. */
const mostBytes = 8 * 1024 * 1024;
const timeoutMs = 20_000;
const folder = 'gantry/files';

/** One signed call; the bucket stands in the path, which every server that speaks S3 understands. */
async function send(
  { settings, gate }: StorageNeeds,
  { method, name, content, mediaType }: StorageCall,
): Promise<OutboundAnswer> {
  const { endpoint, bucket, region, accessKey } = await settings.read('extensions', 'storage');
  const secretKey = await settings.secret('extensions', 'storage', 'secretKey');
  if (!endpoint || !bucket || !accessKey || !secretKey) throw new TrialFailed('off');
  // The library is only loaded by who uses it.
  const { AwsV4Signer } = await import('aws4fetch');
  const signed = await new AwsV4Signer({
    method,
    url: `${endpoint}/${bucket}/${folder}/${name}`,
    headers: mediaType === undefined ? {} : { 'content-type': mediaType },
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
  }).sign();
  const headers = Object.fromEntries(signed.headers.entries());
  const length = content === undefined ? {} : { 'content-length': String(content.length), body: content };
  const { body, ...lengths } = { body: undefined, ...length };
  return gate.send({
    url: signed.url.href,
    method,
    headers: { ...headers, ...lengths },
    ...(body === undefined ? {} : { body }),
    timeoutMs,
    maxBytes: mostBytes,
  });
}

async function sendWell(needs: StorageNeeds, call: StorageCall): Promise<OutboundAnswer> {
  const answer = await send(needs, call);
  const refusal = refusalOf(answer.status);
  if (refusal) throw refusal;
  return answer;
}

/** Object storage that speaks S3, as the settings say it at this moment. */
export function createObjectStorage(needs: StorageNeeds): ByteStore {
  return {
    isOn: async () => (await needs.settings.read('extensions', 'storage')).driver === 's3',
    async put(name, content, mediaType) {
      await sendWell(needs, { method: 'PUT', name, content, mediaType });
    },
    async get(name) {
      const answer = await send(needs, { method: 'GET', name });
      if (answer.status === 404) return null;
      const refusal = refusalOf(answer.status);
      if (refusal) throw refusal;
      return answer.body;
    },
    async remove(name) {
      const answer = await send(needs, { method: 'DELETE', name });
      const refusal = answer.status === 404 ? null : refusalOf(answer.status);
      if (refusal) throw refusal;
    },
  };
}

/** Writes a small object, reads it back and deletes it. */
export function storageTrials(needs: StorageNeeds): SettingsTrials {
  const store = createObjectStorage(needs);
  return {
    'extensions/storage/probe': () =>
      trial(async () => {
        const [name, content] = [`probe-${randomBytes(8).toString('hex')}.txt`, randomBytes(64)];
        await store.put(name, content, 'application/octet-stream');
        const back = await store.get(name);
        await store.remove(name);
        if (back === null || !back.equals(content)) throw new TrialFailed('answer');
        return {};
      }),
  };
}
