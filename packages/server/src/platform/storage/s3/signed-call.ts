import { createHash } from 'node:crypto';
import { ConnectionTestError, type OutboundAnswer, type OutboundClient, toRejection } from '../../outbound/index.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';

export interface StorageDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

export interface StorageCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Of the object, with its folder. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: Buffer;
  /** For the whole call; 20 s when not given. */
  readonly timeoutMs?: number;
  /** Of the answer; 8 MiB when not given: an image takes 5 at most. */
  readonly maxBytes?: number;
  /** Ends the call before its time. */
  readonly signal?: AbortSignal | undefined;
}

const usualBytes = 8 * 1024 * 1024;
const usualTimeout = 20_000;

/** Whether everything is filled in that a call needs, the secret apart. */
export async function isStorageConfigured({ settings }: Pick<StorageDeps, 'settings'>): Promise<boolean> {
  const { endpoint, bucket, accessKey } = await settings.read('extensions', 'storage');
  return Boolean(endpoint && bucket && accessKey);
}

/** One signed call; the bucket stands in the path, which every server that speaks S3 understands. Throws TrialFailed or OutboundError. */
async function callStorage({ settings, outbound }: StorageDeps, call: StorageCall): Promise<OutboundAnswer> {
  const { method, name, query = {}, content, timeoutMs = usualTimeout, maxBytes = usualBytes } = call;
  const { endpoint, bucket, region, accessKey } = await settings.read('extensions', 'storage');
  const secretKey = await settings.secret('extensions', 'storage', 'secretKey');
  if (!endpoint || !bucket || !accessKey || !secretKey) throw new ConnectionTestError('off');
  const url = new URL(`${endpoint}/${bucket}/${name}`);
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  // The library is only loaded by who uses it.
  const { AwsV4Signer } = await import('aws4fetch');
  const proof = content && { 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex') };
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...call.headers, ...proof },
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
  }).sign();
  const headers = Object.fromEntries(signed.headers.entries());
  const sent = content && { headers: { ...headers, 'content-length': String(content.length) }, body: content };
  const until = call.signal && { signal: call.signal };
  return outbound.send({
    target: 'storage',
    url: signed.url.href,
    method,
    headers,
    timeoutMs,
    maxBytes,
    ...sent,
    ...until,
  });
}

/** The same where everything but success is a failure. */
export async function callStorageWell(deps: StorageDeps, call: StorageCall): Promise<OutboundAnswer> {
  const answer = await callStorage(deps, call);
  const rejection = toRejection(answer.status);
  if (rejection) throw rejection;
  return answer;
}

/** The same where there may be no such object; null then. */
export async function callStorageFor(deps: StorageDeps, call: StorageCall): Promise<OutboundAnswer | null> {
  const answer = await callStorage(deps, call);
  if (answer.status === 404) return null;
  const rejection = toRejection(answer.status);
  if (rejection) throw rejection;
  return answer;
}
