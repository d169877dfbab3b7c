import {
  type ErrorName,
  getScope,
  type ServiceCall,
  type ServiceCallName,
  serviceBase,
  serviceCalls,
  signatureScheme,
} from '@gantry/core';
import * as z from 'zod/mini';
import answers from './answers.json' with { type: 'json' };
import {
  createErrorPart,
  createErrorResponses,
  createExample,
  envelopeOf,
  failure,
  idempotencyKey,
  jsonContent,
  pickUsed,
} from './document-parts.ts';
import type { JsonSchema } from './field-schema.ts';

const signed = `${signatureScheme} client=<clientId>,time=<UTC ms>,nonce=<once>,body=<SHA-256>,signature=<HMAC-SHA-256 of time, nonce, path, Idempotency-Key and body, a line each>`;

/**
 * Turns `number` into `integer`: all numbers of the service API are integers, but Zod does not report that for numbers with a
 * refinement.
 */
function toInteger({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema.type !== 'number') return;
  jsonSchema.type = 'integer';
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Returns the schema of the body of a call, without the checks that only the server can make, such as for control characters. */
function createBody({ input }: ServiceCall): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: toInteger,
  });
  return schema;
}

function listErrors({ path, writes }: ServiceCall): ErrorName[] {
  const scope = getScope({ path });
  return [
    ...(['signInNeeded', 'denied', 'notFound', 'stateConflict'] as const),
    ...(scope === 'billing' || scope === 'task' ? (['insufficient'] as const) : []),
    ...(writes ? (['keyReused'] as const) : []),
    ...(scope === 'key' ? (['noKey'] as const) : []),
    ...(['tooLarge', 'unsupportedType', 'invalid', 'tooMany', 'failed', 'busy'] as const),
  ];
}

const responseTypes: Readonly<Record<string, JsonSchema>> = answers.service;
const answerSchemas = answers.schemas as Record<string, JsonSchema>;

function createOperation([name, call]: [string, ServiceCall]): [string, JsonSchema] {
  const { path, writes, streams } = call;
  const scope = getScope(call);
  const body = createBody(call);
  const answer = envelopeOf(responseTypes[name] ?? {});
  const { responses, codes } = createErrorPart(listErrors(call));
  const stream = streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {};
  const post = {
    operationId: name,
    summary: serviceSummaries[name as ServiceCallName],
    description: `Needs the scope \`${scope}\` or \`all\`.`,
    tags: [scope],
    security: [{ client: [] }, { signature: [] }],
    ...(writes ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] } : {}),
    requestBody: { required: true, content: jsonContent(body, createExample(body, {})) },
    responses: {
      200: { description: 'OK', content: { ...jsonContent(answer, createExample(answer, answerSchemas)), ...stream } },
      ...responses,
    },
    'x-gantry-scopes': [scope],
    'x-gantry-errors': codes,
  };
  return [path, { post }];
}

/** Returns the service API as OpenAPI 3.1, generated from the schemas that validate the bodies. */
export function createServiceDocument(productVersion: string, basePath = ''): JsonSchema {
  const calls = Object.entries(serviceCalls) as [string, ServiceCall][];
  const paths = Object.fromEntries(calls.map(createOperation));
  const scopes = [...new Set(calls.map(([, call]) => getScope(call)))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gantry service API',
      version: productVersion,
      description:
        'The API for the services of the platform. Every call is a POST with a JSON body. Every answer is {code, message, data}: 20000 is done. Amounts are whole numbers, times are UTC milliseconds.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath + serviceBase }],
    tags: scopes.map((name) => ({ name, description: scopeDescriptions[name] ?? name })),
    paths,
    components: {
      securitySchemes: {
        client: { type: 'http', scheme: 'bearer', bearerFormat: '<clientId>.<secret>' },
        signature: { type: 'http', scheme: signatureScheme, description: signed },
      },
      parameters: { IdempotencyKey: idempotencyKey(true) },
      responses: createErrorResponses('en-US', paths),
      schemas: { Failure: failure, ...pickUsed(paths, answerSchemas) },
    },
  };
}

/** The summary of each call of the service API. */
const serviceSummaries: Readonly<Record<ServiceCallName, string>> = {
  userGet: 'Get a user with balances, membership and limits',
  userGetBatch: 'Get up to 200 users',
  userToken: 'Issue a token for a signed-in user',
  userSeen: 'Report which users were active',
  userVerify: 'Check the password of a user',
  userRegister: 'Register a user',
  userBind: 'Bind a phone number or an email address to a user',
  billingQuote: 'Quote the price of a use',
  billingHold: 'Hold credits for a use',
  billingExtend: 'Extend a hold',
  billingCapture: 'Capture a hold and record the usage',
  billingRelease: 'Release a hold',
  textCheck: 'Check a text against the moderation rules',
  textCheckBatch: 'Check up to 200 texts',
  chatAppend: 'Append messages to a chat session',
  configSnapshot: 'Get the configuration of the platform',
  configChanges: 'Get the configuration if it changed',
  configFront: 'Get the front-end configuration',
  catalogueList: 'List published content of one kind',
  catalogueFile: 'Get a published file',
  catalogueCount: 'Count uses of published content',
  catalogueClient: 'Get the current version of a client app',
  newsNotices: 'List the announcements for a user',
  newsRead: 'Mark announcements as read',
  newsRate: 'Rate a help document',
  taskCreate: 'Create a creative task',
  taskClaim: 'Claim tasks to work on',
  taskReport: 'Report the progress or result of a task',
  taskGet: 'Get a creative task',
  taskDownloaded: 'Count a download of a task result',
  taskPublish: 'Publish a task result',
  eventSubscribe: 'Read or stream the events after a position',
  keyLease: 'Lease an upstream key',
  keyReport: 'Report the outcome of a key lease',
  redeemUse: 'Redeem a code',
  knowledgeSearch: 'Search knowledge bases',
  knowledgeUpload: 'Upload a file for a knowledge base',
  knowledgeList: 'List the knowledge bases of a user',
  knowledgeCreate: 'Create a knowledge base',
  knowledgeSubmit: 'Submit a document to a knowledge base',
  knowledgeRetry: 'Retry a failed document',
  knowledgeDocuments: 'List the documents of a knowledge base',
  pdfUpload: 'Upload a PDF',
  pdfSubmit: 'Submit a PDF for parsing',
  pdfGet: 'Get a PDF and its status',
  pdfSearch: 'Search in a PDF',
  pdfAsk: 'Ask a question about a PDF',
  signGet: 'Get the daily check-in status of a user',
  signIn: 'Record a daily check-in',
  signMakeUp: 'Record a make-up check-in',
  distributionGet: 'Get the distributor profile of a user',
  distributionApply: 'Apply to become a distributor',
  distributionWithdraw: 'Request a withdrawal of commission',
  distributionCommissions: 'List the commissions of a distributor',
  searchWeb: 'Search the web',
  captchaChallenge: 'Create a captcha challenge',
  captchaVerify: 'Verify a captcha answer',
  codeSend: 'Send a verification code',
  codeCheck: 'Check a verification code',
  identityProviders: 'List the sign-in providers',
  identityStart: 'Start a sign-in with a third-party account',
  identitySignIn: 'Complete a sign-in with a third-party account',
  identityBind: 'Bind a third-party account to a user',
  orderCreate: 'Create an order',
  orderGet: 'Get an order',
  orderCancel: 'Cancel an order',
  payNotify: 'Report a payment',
  refundRequest: 'Request a refund',
  refundGet: 'Get a refund request',
  refundCancel: 'Cancel a refund request',
};

/** The description of each scope of the service API. */
const scopeDescriptions: Readonly<Record<string, string>> = {
  user: 'Users, their tokens and registration.',
  billing: 'Quotes, holds and captures: what a use costs.',
  text: 'Text moderation.',
  chat: 'Chat history.',
  config: 'Configuration of the platform and its front ends.',
  catalogue: 'Published content.',
  news: 'Announcements and help.',
  task: 'Creative tasks and their workers.',
  event: 'Changes of the platform, as a feed and as a stream.',
  key: 'Leases of upstream keys.',
  redeem: 'Redeem codes.',
  knowledge: 'Knowledge bases of users.',
  pdf: 'PDF documents of users.',
  sign: 'Daily check-ins.',
  distribution: 'Distributors, commissions and withdrawals.',
  search: 'Web search.',
  captcha: 'Captchas.',
  code: 'Verification codes by text message and email.',
  identity: 'Sign-in with third-party accounts.',
  order: 'Orders.',
  pay: 'Payments.',
  refund: 'Refund requests.',
};
