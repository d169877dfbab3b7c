import { createHash } from 'node:crypto';
import { ConnectionTestError, type OutboundAnswer, type OutboundClient, toRejection } from '../../outbound/index.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';

export interface StorageDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

export interface StorageCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Name of the object, with its folder. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: Buffer;
  /** Timeout of the call; 20 s by default. */
  readonly timeoutMs?: number;
  /** Maximum size of the response; 8 MiB by default, since an image has at most 5 MiB. */
  readonly maxBytes?: number;
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
}

const defaultMaxBytes = 8 * 1024 * 1024;
const defaultTimeoutMs = 20_000;

/** Whether the settings that a call needs are complete, except for the secret. */
export async function isStorageConfigured({ settings }: Pick<StorageDeps, 'settings'>): Promise<boolean> {
  const { endpoint, bucket, accessKey } = await settings.read('extensions', 'storage');
  return Boolean(endpoint && bucket && accessKey);
}

/**
 * Makes a signed call. The bucket is part of the path, which all S3-compatible servers support. Throws ConnectionTestError or
 * OutboundError.
 */
async function callStorage({ settings, outbound }: StorageDeps, call: StorageCall): Promise<OutboundAnswer> {
  const { method, name, query = {}, content, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = call;
  const { endpoint, bucket, region, accessKey } = await settings.read('extensions', 'storage');
  const secretKey = await settings.secret('extensions', 'storage', 'secretKey');
  if (!endpoint || !bucket || !accessKey || !secretKey) throw new ConnectionTestError('off');
  const url = new URL(`${endpoint}/${bucket}/${name}`);
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  // The library is loaded only when it is used.
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

/** Makes a signed call; throws unless it succeeds. */
export async function callStorageOrThrow(deps: StorageDeps, call: StorageCall): Promise<OutboundAnswer> {
  const answer = await callStorage(deps, call);
  const rejection = toRejection(answer.status);
  if (rejection) throw rejection;
  return answer;
}

/** Makes a signed call; returns null when the object does not exist. */
export async function callStorageOrNull(deps: StorageDeps, call: StorageCall): Promise<OutboundAnswer | null> {
  const answer = await callStorage(deps, call);
  if (answer.status === 404) return null;
  const rejection = toRejection(answer.status);
  if (rejection) throw rejection;
  return answer;
}
