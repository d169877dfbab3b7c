import { createHash } from 'node:crypto';
import { ApiError } from '@gantry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJsonBody } from '../../../platform/http/json-body.ts';
import { isSameText } from '../../../platform/secrets/same-text.ts';
import type { ServiceCredentialsGiven } from './service-credentials.ts';

/** Sees that a signed call carries the body that was signed. */
export interface SignedBodies {
  /** Before the body is read: what it was signed as, if it was. */
  expect(request: FastifyRequest, given: ServiceCredentialsGiven): void;
  /** Throws unless the body came as it was signed; a call without a body has been signed over nothing. */
  assertSigned(request: FastifyRequest): void;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Reads the bodies of a scope's calls as JSON, and compares those of signed calls. */
export function createSignedBodies(api: FastifyInstance): SignedBodies {
  const expected = new WeakMap<FastifyRequest, string>();
  const assertIs = (request: FastifyRequest, text: string) => {
    const hash = expected.get(request);
    if (hash !== undefined && !isSameText(hash, hashOf(text)))
      throw new ApiError('signInNeeded', { data: { state: 'body' } });
    expected.delete(request);
  };
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    assertIs(request, text);
    return parseJsonBody(text);
  });
  return {
    expect(request, given) {
      if (given.kind === 'signature') expected.set(request, given.signed.bodyHash);
    },
    assertSigned: (request) => assertIs(request, ''),
  };
}
