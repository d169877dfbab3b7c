import {
  type Action,
  type AnswerPart,
  type AnyResource,
  apiBase,
  type CallDefinition,
  type Catalogue,
  camel,
  documentTypes,
  type ErrorName,
  exportTypes,
  type Field,
  getInputFields,
  getResourcePath,
  isStepUpRequired,
  type Locale,
  type LocalizedText,
  localize,
  type Roles,
  readingVerbs,
  toNames,
  toSentenceCase,
  type Verb,
  verbs,
} from '@gantry/core';
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
  waiting,
} from './document-parts.ts';
import { createObjectSchema, createReadSchema, type JsonSchema } from './field-schema.ts';
import { createComponents, createVerbBody, id, recordReference, responseOfVerb, version } from './verb-schemas.ts';

/** A call as the document describes it. */
interface Call {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly body: JsonSchema;
  /** Schema of the response's `data`; null for a stream in an export format, and `bytes` for a stored file. */
  readonly data: JsonSchema | null | 'bytes';
  /** Whether the stream may contain documents, too. */
  readonly documents?: boolean;
  readonly access: Roles | 'public';
  readonly stepUp: boolean;
  readonly reads: boolean;
  /** Whether the call is about one record, which may not exist. */
  readonly onRecord: boolean;
}

const toCapitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const withArticle = (noun: string) =>
  `${/^[aeiou]/i.test(noun) && !/^(user|uni|one)/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** Returns the summary of a verb of a resource, as an imperative sentence. */
function getSummaryOfVerb({ label }: AnyResource, verb: Verb, locale: Locale): string {
  const one = withArticle(toSentenceCase(label.en));
  const many = toSentenceCase(toNames(label).en);
  const texts: Record<Verb, LocalizedText> = {
    list: { zh: `列出${label.zh}`, en: `List ${many}` },
    get: { zh: `读取一条${label.zh}`, en: `Get ${one}` },
    create: { zh: `新建${label.zh}`, en: `Create ${one}` },
    update: { zh: `修改${label.zh}`, en: `Update ${one}` },
    delete: { zh: `删除${label.zh}`, en: `Delete ${one}` },
    batch: { zh: `批量处理${label.zh}`, en: `Run an action on multiple ${many}` },
    import: { zh: `导入${label.zh}`, en: `Import ${many}` },
    export: { zh: `导出${label.zh}`, en: `Export ${many}` },
  };
  return localize(texts[verb], locale);
}

const verbHelp: Readonly<Record<Verb, LocalizedText>> = {
  list: {
    zh: '按页返回。把响应中的 nextCursor 作为 cursor 传回即可取下一页；没有更多时为 null。',
    en: 'Returns one page. Send nextCursor of the answer as cursor to get the next page; it is null on the last one.',
  },
  get: { zh: '返回一条完整的记录。', en: 'Returns one full record.' },
  create: { zh: '返回新建的记录。', en: 'Returns the new record.' },
  update: {
    zh: '只传要修改的字段，以及读到的 version；记录已被他人修改时返回 40900。',
    en: 'Send the fields to change and the version that you read. If someone else changed the record, the answer is 40900.',
  },
  delete: { zh: '仍被其他数据引用时返回 40901。', en: 'If other records still refer to it, the answer is 40901.' },
  batch: {
    zh: '对若干编号或全部符合条件的记录执行一个操作；next 不为 null 时，作为 after 传回以继续。',
    en: 'Runs one action on the given IDs or on all matching records. While next is not null, send it as after to continue.',
  },
  import: { zh: '一次导入一段行；dryRun 只检查。', en: 'Imports one chunk of rows; dryRun only checks them.' },
  export: { zh: '以流的方式返回文件。', en: 'Streams a file.' },
};

const describe = (text: string | undefined) => (text ? { description: text } : {});

function getCallsOfVerbs(resource: AnyResource, tag: string, locale: Locale): Call[] {
  return verbs.flatMap((verb) => {
    const access = resource.access[verb];
    if (!access) return [];
    return {
      path: getResourcePath(resource.name, verb),
      id: resource.name + toCapitalized(verb),
      summary: getSummaryOfVerb(resource, verb, locale),
      description: localize(verbHelp[verb], locale),
      tag,
      body: createVerbBody(resource, verb, locale),
      data: responseOfVerb(resource, verb),
      documents: resource.document !== undefined,
      access,
      stepUp: isStepUpRequired(resource, verb),
      reads: readingVerbs.includes(verb),
      onRecord: ['get', 'update', 'delete'].includes(verb),
    };
  });
}

function getCallsOfActions(resource: AnyResource, tag: string, locale: Locale): Call[] {
  return Object.entries(resource.actions ?? {})
    .filter(([, action]) => action.on !== 'system')
    .map(([name, action]) => ({
      path: getResourcePath(resource.name, name),
      id: resource.name + toCapitalized(name),
      summary: `${localize(action.label, locale)}${locale === 'zh-CN' ? `（${tag}）` : ` (${toSentenceCase(tag)})`}`,
      ...describe(action.help && localize(action.help, locale)),
      tag,
      body: getBodyOfAction(resource, action, locale),
      data: getResponseOfAction(resource, action, locale),
      access: action.roles,
      stepUp: action.stepUp ?? false,
      reads: action.reads ?? false,
      onRecord: action.on === 'record',
    }));
}

function getBodyOfAction(resource: AnyResource, action: Action, locale: Locale): JsonSchema {
  const body = createObjectSchema(getInputFields(resource, action), locale, true, action.on === 'record' ? { id } : {});
  return action.on === 'record' ? { ...body, properties: { version, ...(body.properties as JsonSchema) } } : body;
}

/** Returns the schema of a value of an output. A value that is shown as text may be a list, which clients write in one line. */
function createOutputSchema(field: Field, locale: Locale): JsonSchema {
  const schema = createReadSchema({ ...field, required: false } as Field, locale);
  if (field.kind !== 'text' && field.kind !== 'paragraph') return schema;
  const { anyOf: _, ...about } = schema;
  return { ...about, type: ['string', 'array', 'null'] };
}

function createPartSchema(part: AnswerPart, locale: Locale): JsonSchema {
  if ('record' in part) return recordReference({ name: part.record });
  if ('records' in part) return { type: 'array', items: recordReference({ name: part.records }) };
  return createReadSchema({ ...part, required: false } as Field, locale);
}

/** Returns the schema of the result of an action; throws when its definition does not give one. */
function getResultOfAction(resource: AnyResource, { on, output, answers }: Action, locale: Locale): JsonSchema {
  const createObject = (parts: readonly (readonly [string, JsonSchema])[]): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries(parts),
  });
  if (output)
    return createObject(Object.entries(output).map(([name, field]) => [name, createOutputSchema(field, locale)]));
  if (answers === 'lists')
    return { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } };
  if (answers === 'record' || (answers === undefined && on === 'record')) return recordReference(resource);
  if (answers === undefined) throw new Error(`an action of ${resource.name} does not say what it answers`);
  return createObject(Object.entries(answers).map(([name, part]) => [name, createPartSchema(part, locale)]));
}

/** Returns the schema of the response to an action: its result, or a request that waits for approval. */
function getResponseOfAction(resource: AnyResource, action: Action, locale: Locale): JsonSchema {
  const result = getResultOfAction(resource, action, locale);
  return action.reads ? result : { anyOf: [result, { $ref: '#/components/schemas/Waiting' }] };
}

const responseTypes: Readonly<Record<string, JsonSchema>> = answers.admin;

function getResponseType(path: string): JsonSchema {
  const type = responseTypes[path];
  if (!type) throw new Error(`the answer of ${path} has no type in .ci/snapshots/answers.mjs`);
  return type;
}

function createCall(call: CallDefinition, tag: string, locale: Locale): Call {
  const { path, label, roles, input, answersFile, answersBytes, stepUp = false, reads = false } = call;
  return {
    path,
    id: camel(path.slice(1).replaceAll('/', '-').replaceAll('_', '-')),
    summary: localize(label, locale),
    tag,
    body: createObjectSchema(input, locale, true),
    data: answersFile ? null : answersBytes ? 'bytes' : getResponseType(path),
    access: roles,
    stepUp,
    reads,
    onRecord: false,
  };
}

const isText = (type: string): boolean => /^text\/|ndjson/.test(type);

/** Returns the media types of a stream: rows in each format, and documents where texts are exported as documents. */
function createStreamContent({ data, documents }: Call): JsonSchema {
  if (data === 'bytes') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const types = Object.values({ ...exportTypes, ...(documents ? documentTypes : {}) });
  return Object.fromEntries(
    types.map((type) => [
      type.split(';')[0],
      { schema: { type: 'string', ...(isText(type) ? {} : { format: 'binary' }) } },
    ]),
  );
}

function listErrors({ access, stepUp, reads, onRecord }: Call): ErrorName[] {
  return [
    ...(access === 'public' ? [] : (['signInNeeded', 'denied'] as const)),
    ...(stepUp ? (['stepUpNeeded'] as const) : []),
    ...(onRecord ? (['notFound'] as const) : []),
    ...(reads ? [] : (['conflict', 'stateConflict', 'keyReused'] as const)),
    ...(['tooLarge', 'unsupportedType', 'invalid', 'tooMany', 'failed', 'busy'] as const),
  ];
}

/** Returns a call as a path item of the document. */
function createOperation(call: Call, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { responses, codes } = createErrorPart(listErrors(call));
  const schema = call.data && call.data !== 'bytes' && envelopeOf(call.data);
  const content = schema ? jsonContent(schema, createExample(schema, schemas)) : createStreamContent(call);
  return {
    post: {
      operationId: call.id,
      summary: call.summary,
      ...describe(call.description),
      tags: [call.tag],
      ...(call.access === 'public' ? { security: [] } : {}),
      ...(call.reads ? {} : { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
      requestBody: { required: true, content: jsonContent(call.body, createExample(call.body, schemas)) },
      responses: { 200: { description: 'OK', content }, ...responses },
      'x-gantry-roles': call.access,
      'x-gantry-identity-confirmation': call.stepUp,
      'x-gantry-read-only': call.reads,
      'x-gantry-errors': codes,
    },
  };
}

const apiDescription: LocalizedText = {
  zh: '管理后台的接口。每个请求都是 POST，请求体为 JSON；响应统一为 {code, message, data}，20000 表示成功，20001 表示已接受。会话错误 50008、50012、50014 以 HTTP 200 返回。金额以分计，时间为 UTC 毫秒。',
  en: 'The API of the console. Every call is a POST with a JSON body. Every answer is {code, message, data}: 20000 is done, 20001 is accepted. The session errors 50008, 50012 and 50014 come with HTTP status 200. Money is in the smallest unit of its currency, times are UTC milliseconds.',
};

/** Returns the API of the console as OpenAPI 3.1, generated from the definitions of the calls. */
export function createAdminDocument(
  catalogue: Catalogue,
  locale: Locale,
  productVersion: string,
  basePath = '',
): JsonSchema {
  const session: LocalizedText = { zh: '会话与平台', en: 'Session and platform' };
  const sessionTag = localize(session, locale);
  const schemas: Record<string, JsonSchema> = {
    Failure: failure,
    Waiting: waiting,
    ...(answers.schemas as Record<string, JsonSchema>),
    ...Object.assign({}, ...catalogue.resources.map((resource) => createComponents(resource, locale))),
  };
  const tags = new Map([
    [sessionTag, localize({ zh: '登录、设置与平台的其他接口。', en: 'Sign-in, settings and other calls.' }, locale)],
  ]);
  const calls = catalogue.calls.map((call) => createCall(call, sessionTag, locale));
  for (const resource of catalogue.resources) {
    const tag = localize(resource.label, locale);
    const help = resource.help ?? {
      zh: `${resource.label.zh}的接口。`,
      en: `Calls about ${toSentenceCase(toNames(resource.label).en)}.`,
    };
    tags.set(tag, localize(help, locale));
    calls.push(...getCallsOfVerbs(resource, tag, locale), ...getCallsOfActions(resource, tag, locale));
  }
  const paths = Object.fromEntries(calls.map((call) => [call.path, createOperation(call, schemas)]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gantry admin API',
      version: productVersion,
      description: localize(apiDescription, locale),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath + apiBase }],
    security: [{ bearer: [] }],
    tags: [...tags].map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: localize({ zh: '会话或访问令牌。', en: 'A session token or an access token.' }, locale),
        },
      },
      parameters: { IdempotencyKey: idempotencyKey(false) },
      responses: createErrorResponses(locale, paths),
      schemas: { Failure: failure, ...pickUsed(paths, schemas) },
    },
  };
}
