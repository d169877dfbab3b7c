// Prints the responses of the APIs as JSON Schema, from the TypeScript interfaces that define them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';

/** @typedef {import('vite').ESTree.Node} Node */
/** @typedef {Record<string, unknown>} Schema */
/** @typedef {{source: string, node: any, parameters: string[]}} Declaration */

/** Admin API calls without a resource, by path, with the type of their `data`; null when it is always null. */
const adminAnswers = {
  '/logout': null,
  '/verify-codes/captcha': 'Captcha',
  '/setup/state': 'SetupState',
  '/setup/create': 'SetupAnswer',
  '/profile/update': 'CurrentUser',
  '/password/change': null,
  '/two-factor/confirm': 'TwoFactorCodes',
  '/two-factor/disable': null,
  '/session/list': 'SessionsAnswer',
  '/session/revoke': null,
  '/access-token/list': 'TokensAnswer',
  '/access-token/revoke': null,
  '/message/read': 'MessageReadAnswer',
  '/carousel/seen': null,
  '/view/create': 'SavedView',
  '/view/update': 'SavedView',
  '/view/share': 'SavedView',
  '/view/delete': null,
  '/view/restore': 'SavedView',
  '/view/default': null,
  '/workplace/headlines': 'HeadlinesAnswer',
  '/login': 'SignInAnswer',
  '/info': 'CurrentUser',
  '/step-up': 'StepUpAnswer',
  '/two-factor/start': 'TwoFactorStart',
  '/access-token/create': 'NewToken',
  '/operation-log/list': 'OperationLogAnswer',
  '/message/clear': 'MessageClearAnswer',
  '/settings/get': 'SettingsAnswer',
  '/settings/save': 'SettingsGroupAnswer',
  '/settings/history': 'SettingsHistoryAnswer',
  '/settings/rollback': 'SettingsGroupAnswer',
  '/settings/run': 'SettingsRunAnswer',
  '/file/upload': 'UploadAnswer',
  '/document/upload': 'DocumentAnswer',
  '/ledger/verify': 'LedgerVerifyAnswer',
  '/region/within': 'RegionsAnswer',
  '/region/names': 'RegionNamesAnswer',
  '/undo/entry': 'UndoAnswer',
  '/undo/call': 'UndoAnswer',
  '/undo/version': 'VersionAnswer',
  '/view/list': 'ViewsAnswer',
  '/record/find': 'FindAnswer',
  '/data_panel': 'DataPanelAnswer',
  '/content_data': 'ContentDataAnswer',
  '/order_panel': 'OrderPanelAnswer',
  '/message_panel': 'MessagePanelAnswer',
  '/memory_panel': 'MemoryPanelAnswer',
  '/usage-record/report': 'UsageReportAnswer',
  '/usage-record/chart': 'UsageChartAnswer',
  '/usage-record/rebuild': 'UsageRebuildAnswer',
};

const folder = path.join(import.meta.dirname, '../../packages/core/src');
/** @type {Map<string, Declaration>} */
const declared = new Map();
/** The types of service calls by name. @type {Map<string, {source: string, node: any}>} */
const serviceAnswers = new Map();
/** Constant lists of texts, such as `['coin', 'compute'] as const`. @type {Map<string, string[]>} */
const lists = new Map();
/** The keys of constant objects, such as the codes of `documentWarnings`. @type {Map<string, string[]>} */
const objectKeys = new Map();
/** @type {Record<string, Schema>} */
const schemas = {};

/** @param {string} name @param {string} source @param {any} node */
function readStatement(name, source, node) {
  const of = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
  if (!of) return;
  if (of.type === 'TSInterfaceDeclaration' || of.type === 'TSTypeAliasDeclaration') {
    const parameters = (of.typeParameters?.params ?? []).map((/** @type {any} */ one) => one.name.name);
    if (!declared.has(of.id.name)) declared.set(of.id.name, { source, node: of, parameters });
  }
  if (of.type !== 'VariableDeclaration') return;
  for (const { id, init } of of.declarations) {
    const inner = init?.type === 'TSAsExpression' ? init.expression : null;
    if (inner?.type === 'ArrayExpression' && inner.elements.every((/** @type {any} */ one) => one?.type === 'Literal'))
      lists.set(
        id.name,
        inner.elements.map((/** @type {any} */ one) => one.value),
      );
    if (
      inner?.type === 'ObjectExpression' &&
      inner.properties.every((/** @type {any} */ one) => one.type === 'Property')
    )
      objectKeys.set(
        id.name,
        inner.properties.map((/** @type {any} */ one) => one.key.name ?? one.key.value),
      );
    if (init?.type === 'ObjectExpression' && name.startsWith('service-')) readCalls(source, init);
  }
}

/** @param {string} source @param {any} object */
function readCalls(source, object) {
  for (const { key, value } of object.properties) {
    const maker = value?.type === 'CallExpression' ? value.callee : null;
    const answer = maker?.type === 'CallExpression' && maker.callee.name === 'defineServiceCall' && maker.typeArguments;
    if (answer) serviceAnswers.set(key.name, { source, node: answer.params[0] });
  }
}

/** The comment directly before a node, in one line; empty when there is none. @param {string} source @param {any} node */
function commentBefore(source, node) {
  const match = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export\s+)?$/.exec(source.slice(0, node.start));
  const text = match?.[1]
    ?.replace(/^\s*\*\s?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text ? { description: text } : {};
}

/** @param {Schema} schema */
const makeNullable = (schema) => ({ anyOf: [schema, { type: 'null' }] });

/** @param {string} source @param {any[]} members @param {Map<string, any>} given @returns {any} */
function objectOf(source, members, given) {
  const own = members.filter(({ type }) => type === 'TSPropertySignature');
  const properties = Object.fromEntries(
    own.map((member) => {
      const schema = schemaOf(source, member.typeAnnotation.typeAnnotation, given);
      return [member.key.name ?? member.key.value, { ...commentBefore(source, member), ...schema }];
    }),
  );
  const required = own.filter(({ optional }) => !optional).map(({ key }) => key.name ?? key.value);
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

/** @param {Declaration} declaration @param {any[]} args @param {string} source @param {Map<string, any>} outer */
function schemaOfDeclaration({ source: own, node, parameters }, args, source, outer) {
  const given = new Map(parameters.map((name, at) => [name, args[at] && schemaOf(source, args[at], outer)]));
  if (node.type === 'TSTypeAliasDeclaration') return schemaOf(own, node.typeAnnotation, given);
  const base = objectOf(own, node.body.body, given);
  for (const heritage of node.extends ?? []) {
    const parent = resolve(refer(own, heritage.expression.name, heritage.typeArguments?.params ?? [], given));
    Object.assign(base, {
      properties: { ...parent.properties, ...base.properties },
      required: [...new Set([...(parent.required ?? []), ...(base.required ?? [])])],
    });
  }
  return base;
}

/** @param {any} schema @returns {any} */
const resolve = (schema) => (schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema);

/** @param {any} schema @param {(name: string) => boolean} isWanted */
function narrow(schema, isWanted) {
  const { properties = {}, required = [], ...rest } = resolve(schema);
  const selected = Object.entries(properties).filter(([name]) => isWanted(name));
  return { ...rest, properties: Object.fromEntries(selected), required: required.filter(isWanted) };
}

/** @param {any} node @returns {string[]} */
const namesOf = (node) =>
  (node.type === 'TSUnionType' ? node.types : [node]).map((/** @type {any} */ one) => one.literal.value);

/** @type {Record<string, (source: string, args: any[], given: Map<string, any>) => Schema>} */
const utilities = {
  Readonly: (source, [of], given) => schemaOf(source, of, given),
  Array: (source, [of], given) => ({ type: 'array', items: schemaOf(source, of, given) }),
  ReadonlyArray: (source, [of], given) => ({ type: 'array', items: schemaOf(source, of, given) }),
  Record: (source, [, of], given) => ({ type: 'object', additionalProperties: schemaOf(source, of, given) }),
  Partial: (source, [of], given) => ({ ...resolve(schemaOf(source, of, given)), required: [] }),
  Pick: (source, [of, names], given) => narrow(schemaOf(source, of, given), (name) => namesOf(names).includes(name)),
  Omit: (source, [of, names], given) => narrow(schemaOf(source, of, given), (name) => !namesOf(names).includes(name)),
};

/** @param {string} source @param {string} name @param {any[]} args @param {Map<string, any>} given @returns {Schema} */
function refer(source, name, args, given) {
  const known = given.get(name);
  if (known) return known;
  const utility = utilities[name];
  if (utility) return utility(source, args, given);
  const declaration = declared.get(name);
  if (!declaration) return {};
  if (declaration.parameters.length > 0) return schemaOfDeclaration(declaration, args, source, given);
  if (!schemas[name]) {
    schemas[name] = {};
    schemas[name] = {
      ...commentBefore(declaration.source, declaration.node),
      ...schemaOfDeclaration(declaration, [], source, new Map()),
    };
  }
  return { $ref: `#/components/schemas/${name}` };
}

/** @param {string} source @param {any[]} types @param {Map<string, any>} given @returns {Schema} */
function unionOf(source, types, given) {
  const isNull = (/** @type {any} */ one) => one.type === 'TSNullKeyword' || one.type === 'TSUndefinedKeyword';
  const others = types.filter((one) => !isNull(one));
  const literals = others.every((one) => one.type === 'TSLiteralType');
  const schema = literals
    ? { enum: others.map((one) => one.literal.value) }
    : others.length === 1
      ? schemaOf(source, others[0], given)
      : { anyOf: others.map((one) => schemaOf(source, one, given)) };
  return others.length < types.length ? makeNullable(schema) : schema;
}

/** Fields that may be fractional. All other numbers are integers. */
const fractions =
  /share|ratio|score|rate$|similarity|recall|percent|pct|load|latencyMs|P9\dMs|\b(?:cpu|mem): readonly $/i;

/** @param {string} source @param {any} node @param {Map<string, any>} given @returns {Schema} */
function schemaOf(source, node, given) {
  switch (node.type) {
    case 'TSStringKeyword':
      return { type: 'string' };
    case 'TSNumberKeyword':
      return { type: fractions.test(source.slice(node.start - 24, node.start)) ? 'number' : 'integer' };
    case 'TSBooleanKeyword':
      return { type: 'boolean' };
    case 'TSNullKeyword':
      return { type: 'null' };
    case 'TSLiteralType':
      return { const: node.literal.value };
    case 'TSArrayType':
      return { type: 'array', items: schemaOf(source, node.elementType, given) };
    case 'TSTupleType':
      return { type: 'array', minItems: node.elementTypes.length };
    case 'TSTypeOperator': {
      const keys = node.operator === 'keyof' ? objectKeys.get(node.typeAnnotation.exprName?.name ?? '') : undefined;
      return keys ? { enum: keys } : schemaOf(source, node.typeAnnotation, given);
    }
    case 'TSParenthesizedType':
      return schemaOf(source, node.typeAnnotation, given);
    case 'TSTypeLiteral':
      return objectOf(source, node.members, given);
    case 'TSUnionType':
      return unionOf(source, node.types, given);
    case 'TSIntersectionType':
      return { allOf: node.types.map((/** @type {any} */ one) => schemaOf(source, one, given)) };
    case 'TSIndexedAccessType': {
      const list = lists.get(node.objectType.exprName?.name ?? node.objectType.typeAnnotation?.exprName?.name ?? '');
      return list ? { enum: list } : {};
    }
    case 'TSTypeReference':
      return refer(source, node.typeName.name ?? '', node.typeArguments?.params ?? [], given);
    default:
      return {};
  }
}

for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
  const source = readFileSync(path.join(folder, file), 'utf8');
  const program = parseAst(source, { lang: 'ts' });
  for (const node of program.body) readStatement(path.basename(file), source, node);
}
const service = Object.fromEntries(
  [...serviceAnswers].map(([name, { source, node }]) => [name, schemaOf(source, node, new Map())]),
);
const admin = Object.fromEntries(
  Object.entries(adminAnswers).map(([call, name]) => [
    call,
    name === null ? { type: 'null' } : refer('', name, [], new Map()),
  ]),
);
for (const name of Object.values(adminAnswers))
  if (name !== null && !declared.has(name)) throw new Error(`no type is named ${name}`);
process.stdout.write(`${JSON.stringify({ service, admin, schemas }, null, 2)}\n`);
