import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const self = ["'self'"];
const none = ["'none'"];

/** Everything from here, scripts by name alone, and no string ever becomes script. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: none,
    scriptSrc: self,
    styleSrc: self,
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: self,
    connectSrc: self,
    manifestSrc: self,
    baseUri: none,
    objectSrc: none,
    frameAncestors: none,
    formAction: none,
    requireTrustedTypesFor: ["'script'"],
  },
};

/** For answers that are given outside of every route: they show nothing, so they may do nothing. */
export const bareHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'none';require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const yearInSeconds = 31_536_000;

/** The same headers on every answer, of whatever status; an answer may add to them, and files narrow the policy. */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${yearInSeconds}; includeSubDomains`);
    }
  });
}
