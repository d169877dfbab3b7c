import { createHash, randomUUID } from 'node:crypto';
import { type JsonHost, jsonHost, type SentAnswer } from './json-host.ts';

/**
 * A fake object storage on the loopback: objects in memory, multipart uploads, ranges. It counts uploads that were started but
 * not finished.
 */
export interface S3Host extends JsonHost {
  readonly objects: Map<string, Buffer>;
  /** Open multipart uploads. */
  readonly open: Map<string, Map<number, Buffer>>;
  /** Response to every request while set. */
  rejection: SentAnswer | null;
  /** Response to `HEAD` requests while set. */
  headRefusal: SentAnswer | null;
}

const tagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;
const xml = (text: string): SentAnswer => ({ body: Buffer.from(text), headers: { 'content-type': 'application/xml' } });
/** The listing of an object's open uploads. */
const listOf = (open: readonly { readonly id: string; readonly key: string }[]) => {
  const uploads = open.map(({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
  return xml(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`);
};
const missing: SentAnswer = { status: 404, body: {} };

/** Rejects calls without a signature; the signed hash must match the body. */
function isSigned(headers: NodeJS.Dict<string | string[]>, body: Buffer): boolean {
  const signedHash = headers['x-amz-content-sha256'];
  const isFullWidth =
    signedHash === 'UNSIGNED-PAYLOAD' || signedHash === createHash('sha256').update(body).digest('hex');
  return isFullWidth && String(headers.authorization).startsWith('AWS4-HMAC-SHA256 Credential=access/');
}

export async function s3Host(): Promise<S3Host> {
  const objects = new Map<string, Buffer>();
  const open = new Map<string, Map<number, Buffer>>();
  const keys = new Map<string, string>();
  const state: Pick<S3Host, 'rejection' | 'headRefusal'> = { rejection: null, headRefusal: null };

  function upload(method: string, name: string, id: string, number: number, body: Buffer): SentAnswer {
    const parts = open.get(id);
    if (!parts) return missing;
    if (method === 'PUT') {
      parts.set(number, body);
      return { body: {}, headers: { etag: tagOf(body) } };
    }
    open.delete(id);
    if (method === 'DELETE') return { status: 204, body: {} };
    const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<.*?<ETag>&quot;(\w+)&quot;</g)];
    const full = listed.map(([, at, tag]) => ({ content: parts.get(Number(at)), tag: `"${tag}"` }));
    if (full.some(({ content, tag }) => !content || tagOf(content) !== tag))
      return xml('<Error><Code>InvalidPart</Code></Error>');
    objects.set(name, Buffer.concat(full.map(({ content }) => content ?? Buffer.alloc(0))));
    return xml('<CompleteMultipartUploadResult/>');
  }

  function head(content: Buffer | undefined): SentAnswer {
    return content ? { body: {}, headers: { 'content-length': String(content.length) } } : missing;
  }

  function range(content: Buffer, requested: string): SentAnswer {
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(requested) ?? [];
    const headers = { 'content-range': `bytes ${from}-${to}/${content.length}` };
    return { status: 206, body: content.subarray(Number(from), Number(to) + 1), headers };
  }

  const host = await jsonHost(({ method, url, headers, body }) => {
    if (state.rejection) return state.rejection;
    if (!isSigned(headers, body)) return { status: 403, body: {} };
    const { pathname, searchParams: query } = new URL(url, 'http://s3');
    const id = query.get('uploadId');
    if (id !== null) return upload(method, pathname, id, Number(query.get('partNumber')), body);
    if (method === 'GET' && query.has('uploads'))
      return listOf([...open.keys()].map((one) => ({ id: one, key: keys.get(one) ?? '' })));
    if (method === 'POST') {
      const started = randomUUID();
      open.set(started, new Map());
      keys.set(started, pathname.split('/').slice(2).join('/'));
      return xml(`<InitiateMultipartUploadResult><UploadId>${started}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (method === 'PUT') objects.set(pathname, body);
    if (method === 'DELETE') objects.delete(pathname);
    if (method === 'HEAD') return state.headRefusal ?? head(objects.get(pathname));
    if (method !== 'GET') return { body: {} };
    const found = objects.get(pathname);
    if (!found) return missing;
    return headers.range ? range(found, headers.range) : { body: found };
  });
  return Object.assign(state, host, { objects, open });
}
