import {
  type AnyResource,
  type Fields,
  findStateField,
  isSensitive,
  type ReferenceField,
  rowKinds,
  type SettingsGroup,
  type Verb,
} from '../definition/index.ts';
import {
  createFiltersSchema,
  createFullPattern,
  findField,
  getFieldKind,
  getInputFields,
  listFilterNames,
  resolveQuickFilter,
  secretsToRetype,
} from '../fields/index.ts';
import type { Catalogue } from './catalog.ts';

/** A defect of a definition, with a stable ID. The server does not start with any. */
export interface Diagnostic {
  readonly id: string;
  readonly where: string;
  readonly what: string;
}

/** Names of base fields, which definitions must not use. */
const reserved = ['id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy'];
/** Reference date for the days of quick filters, in UTC milliseconds. */
const anyDay = Date.UTC(2026, 0, 31);
const camelCase = /^[a-z][a-zA-Z0-9]*$/;
/** Verbs of every resource, which actions must not be named after. */
const standardVerbs = ['list', 'get', 'create', 'update', 'delete', 'batch', 'import', 'export'];

/** Returns the fields that the preconditions of actions and deletion read. */
function getRuleFields({ actions = {}, deletion = {} }: AnyResource): string[] {
  const rules = [...Object.values(actions), deletion].flatMap(({ when = [] }) => when);
  return rules.flatMap(({ field, holds }) =>
    typeof holds === 'object' && 'below' in holds ? [field, holds.below] : [field],
  );
}

function findUnknownNames(resource: AnyResource): [string, string, readonly string[]][] {
  const { list, form = [] } = resource;
  return [
    ['R010', 'list column', [...list.columns, ...(list.essential ?? [])]],
    ['R011', 'filter', list.filters ?? []],
    ['R012', 'sortable field', [...(list.sortable ?? []), ...Object.keys(list.unsortable ?? {})]],
    ['R013', 'sort', [list.sort.replace(/^-/, '')]],
    ['R014', 'form row', form.flat()],
    [
      'R014',
      'section or highlight',
      [...(resource.sections ?? []).flatMap(({ fields }) => fields), ...(resource.highlights ?? [])],
    ],
    ['R015', 'title', [resource.title]],
    ['R018', 'unique group', (resource.unique ?? []).flat()],
    ['R019', 'total', list.totals ?? []],
    ['R041', 'document', resource.document === undefined ? [] : [resource.document]],
    [
      'R039',
      'confirmation field',
      Object.values(resource.actions ?? {}).flatMap(({ confirmationFields = [] }) => confirmationFields),
    ],
    ['R042', 'precondition', getRuleFields(resource)],
    ['R029', 'removal', typeof resource.removal === 'object' ? [resource.removal.finalOnce] : []],
  ];
}

/** Whether the values that a reference is restricted to exist in its target. */
function isOfferValid({ to, only = {} }: ReferenceField, catalogue: Catalogue): boolean {
  const target = catalogue.resources.find(({ name }) => name === to);
  return Object.entries(only).every(([name, values]) => {
    const field = target?.fields[name];
    return field?.kind === 'choice' && values.every((value) => value in field.options);
  });
}

/** Returns secrets that are bound to a field which does not exist. */
function findStrayBounds(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'secret'
      ? (field.boundTo ?? []).flatMap((address) =>
          fields[address] && fields[address].kind !== 'secret'
            ? []
            : [`${name} is bound to an unknown field: ${address}`],
        )
      : [],
  );
}

/** Returns actions that could change where a secret is sent without asking for the secret. */
function looseAddresses(resource: AnyResource): string[] {
  return Object.entries(resource.actions ?? {}).flatMap(([name, action]) => {
    const taken = Object.entries(getInputFields(resource, action));
    const requested = taken.flatMap(([input, { required }]) => (required ? [input] : []));
    const left = secretsToRetype(
      resource.fields,
      taken.map(([input]) => input),
      requested,
    );
    return left.map((secret) => `${name} takes another address without ${secret}`);
  });
}

/** Returns secrets, and fields that they are bound to, that are not marked as sensitive. */
function listUnclassified(group: SettingsGroup): string[] {
  return Object.entries(group.fields).flatMap(([name, field]) => {
    if (field.kind !== 'secret') return [];
    return [name, ...(field.boundTo ?? [])].filter((one) => !isSensitive(group, one));
  });
}

/** Whether rows have fields, all of a kind that rows support. */
function holdsRows(rows: Fields): boolean {
  const kinds = Object.values(rows).map(({ kind }) => kind);
  return kinds.length > 0 && kinds.every((kind) => rowKinds.some((known) => known === kind));
}

/** Returns invalid patterns. Schemas are created lazily, so an invalid pattern would otherwise only fail on first use. */
function findBrokenPatterns(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'text' || field.pattern === undefined) return [];
    try {
      createFullPattern(field.pattern);
      return [];
    } catch {
      return [`${name} has a pattern that cannot be read: ${field.pattern}`];
    }
  });
}

/** Returns fields whose visibility depends on a value that the other field cannot have. */
function findStrayCompanions(fields: Fields): string[] {
  const getValues = (name: string): readonly string[] => {
    const field = fields[name];
    if (field?.kind === 'boolean') return ['true', 'false'];
    return field?.kind === 'choice' ? Object.keys(field.options) : [];
  };
  return Object.entries(fields).flatMap(([name, { visibleWhen = {} }]) =>
    Object.entries(visibleWhen).flatMap(([other, wanted]) =>
      wanted.length > 0 && wanted.every((value) => getValues(other).includes(value))
        ? []
        : [`${name} goes with what ${other} cannot be`],
    ),
  );
}

/** Returns quick filters that the list does not support. */
function findBrokenQuickFilters(resource: AnyResource): string[] {
  const quick = Object.entries(resource.list.quick ?? {});
  if (quick.length === 0) return [];
  const schema = createFiltersSchema(resource);
  return quick.flatMap(([name, one]) =>
    schema.safeParse(resolveQuickFilter(resource, one, anyDay, 'UTC')).success ? [] : [name],
  );
}

function getDiagnoseFields(resource: AnyResource, catalogue: Catalogue): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (id: string, what: string) => found.push({ id, where: resource.name, what });
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!camelCase.test(name)) report('R001', `field ${name} is not camelCase`);
    if (reserved.includes(name)) report('R002', `field ${name} has a reserved name`);
    if (field.kind === 'reference' && !catalogue.resources.some((entry) => entry.name === field.to))
      report('R003', `${name} refers to ${field.to}, which is not defined`);
    if (
      field.kind === 'integer' &&
      field.idOf !== undefined &&
      !catalogue.resources.some(({ name: other }) => other === field.idOf)
    )
      report('R003', `${name} numbers records of ${field.idOf}, which is not defined`);
    if (field.kind === 'reference' && !isOfferValid(field, catalogue))
      report('R033', `${name} takes only values that ${field.to} does not have`);
    if (field.kind === 'json' && field.rows && !holdsRows(field.rows))
      report('R036', `${name} has rows that no form can edit`);
  }
  for (const what of findStrayBounds(resource.fields)) report('R034', what);
  for (const what of looseAddresses(resource)) report('R035', what);
  for (const what of findBrokenPatterns(resource.fields)) report('R038', what);
  for (const what of findStrayCompanions(resource.fields)) report('R040', what);
  for (const [id, place, names] of findUnknownNames(resource)) {
    for (const name of names) if (!findField(resource, name)) report(id, `${place} names an unknown field: ${name}`);
  }
  for (const name of resource.list.filters ?? []) {
    const field = findField(resource, name);
    if (field && getFieldKind(field).filter === 'none') report('R016', `${name} is of a kind that cannot filter`);
  }
  for (const name of resource.list.pinned ?? []) {
    if (!listFilterNames(resource).includes(name)) report('R011', `pinned filter ${name} is not a filter of the list`);
  }
  for (const name of findBrokenQuickFilters(resource))
    report('R037', `quick filter ${name} has what the list cannot be narrowed by`);
  for (const name of resource.list.columns) {
    if (resource.fields[name]?.read === 'detail' || resource.fields[name]?.read === 'never')
      report('R017', `column ${name} is not read in lists`);
  }
  for (const name of resource.list.totals ?? []) {
    const kind = findField(resource, name)?.kind;
    if (kind !== undefined && kind !== 'money' && kind !== 'integer') report('R025', `${name} cannot be added up`);
  }
  return found;
}

function getDiagnoseActions(resource: AnyResource): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (id: string, what: string) => found.push({ id, where: resource.name, what });
  const state = findStateField(resource);
  const options = state ? Object.keys(state.field.options) : [];
  const reachable = new Set(options.slice(0, 1));
  for (const from of resource.deletion?.from ?? [])
    if (!options.includes(from)) report('R043', `is deleted from an unknown state: ${from}`);
  for (const [name, action] of Object.entries(resource.actions ?? {})) {
    // A resource without manual creation, such as backups, may define an action `create`.
    const isTaken = name === 'create' ? resource.access.create !== undefined : standardVerbs.includes(name);
    if (!camelCase.test(name) || isTaken) report('R020', `action ${name} has a bad name`);
    for (const from of action.from ?? [])
      if (!options.includes(from)) report('R021', `${name} starts from an unknown state: ${from}`);
    if (action.to !== undefined && !options.includes(action.to))
      report('R022', `${name} leads to an unknown state: ${action.to}`);
    if (action.to !== undefined) reachable.add(action.to);
    for (const field of [action.orders?.by, action.orders?.within])
      if (field !== undefined && !resource.fields[field])
        report('R026', `${name} orders by an unknown field: ${field}`);
    for (const [input, given] of Object.entries(action.input ?? {})) {
      if (typeof given === 'string' && !findField(resource, given))
        report('R023', `${name} takes ${input} from an unknown field: ${given}`);
    }
    for (const what of findBrokenPatterns(getInputFields(resource, action))) report('R038', `${name}: ${what}`);
    for (const what of findStrayCompanions(getInputFields(resource, action))) report('R040', `${name}: ${what}`);
  }
  const reachedByHand = Object.values(resource.actions ?? {}).some(
    (action) => action.from !== undefined && action.to === undefined,
  );
  for (const option of options)
    if (!reachable.has(option) && !reachedByHand) report('R024', `state ${option} is never reached`);
  return found;
}

function diagnoseAccess(resource: AnyResource): Diagnostic[] {
  const found: Diagnostic[] = [];
  const has = (verb: Verb) => resource.access[verb] !== undefined;
  if (!has('list')) found.push({ id: 'R030', where: resource.name, what: 'has no list' });
  if (
    has('batch') &&
    !has('update') &&
    !has('delete') &&
    !Object.values(resource.actions ?? {}).some((action) => action.on === 'record')
  ) {
    found.push({ id: 'R031', where: resource.name, what: 'batch has nothing to do' });
  }
  if ((has('create') || has('update')) && !resource.form)
    found.push({ id: 'R032', where: resource.name, what: 'is written but has no form' });
  return found;
}

/** Returns all defects of the definitions. The server only starts when there are none. */
export function toDiagnostics(catalogue: Catalogue): Diagnostic[] {
  const found: Diagnostic[] = [];
  const names = new Set<string>();
  for (const resource of catalogue.resources) {
    if (names.has(resource.name)) found.push({ id: 'R000', where: resource.name, what: 'is defined twice' });
    names.add(resource.name);
    if (!catalogue.screens.some((screen) => screen.path === resource.path))
      found.push({ id: 'R004', where: resource.name, what: `stands on an unknown route: ${resource.path}` });
    found.push(...getDiagnoseFields(resource, catalogue), ...getDiagnoseActions(resource), ...diagnoseAccess(resource));
  }
  for (const page of catalogue.settings) {
    for (const [name, group] of Object.entries(page.groups)) {
      const { fields } = group;
      for (const field of new Set(listUnclassified(group)))
        found.push({
          id: 'S008',
          where: page.name,
          what: `${name}.${field} is secret or guards a secret and is not sensitive`,
        });
      for (const what of findStrayBounds(fields)) found.push({ id: 'S004', where: page.name, what });
      for (const what of findBrokenPatterns(fields)) found.push({ id: 'S006', where: page.name, what });
      for (const what of findStrayCompanions(fields)) found.push({ id: 'S007', where: page.name, what });
    }
    if (!catalogue.screens.some((screen) => screen.path === page.path))
      found.push({ id: 'S001', where: page.name, what: `stands on an unknown route: ${page.path}` });
    for (const [name, field] of Object.values(page.groups).flatMap(({ fields }) => Object.entries(fields)))
      if (field.kind === 'reference' && !isOfferValid(field, catalogue))
        found.push({ id: 'S005', where: page.name, what: `${name} takes only values that ${field.to} does not have` });
  }
  for (const report of catalogue.reports) {
    if (!catalogue.screens.some((screen) => screen.path === report.path))
      found.push({ id: 'P001', where: report.name, what: `stands on an unknown route: ${report.path}` });
  }
  for (const { path, input } of catalogue.calls)
    for (const what of findBrokenPatterns(input)) found.push({ id: 'C002', where: path, what });
  const paths = catalogue.calls.map((call) => call.path);
  for (const path of paths)
    if (paths.indexOf(path) !== paths.lastIndexOf(path))
      found.push({ id: 'C001', where: path, what: 'is declared twice' });
  return found;
}

/** Functions that load definitions by name, so that a build can split them into separate files. */
export type Loaders<T> = Readonly<Record<string, () => Promise<T>>>;

export function createLoaders<T extends { readonly name: string }>(all: readonly T[]): Loaders<T> {
  return Object.fromEntries(all.map((one) => [one.name, async () => one]));
}

/** Loads a definition by name. Throws when the name is unknown. */
export async function loadNamed<T>(loaders: Loaders<T>, name: string): Promise<T> {
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (!load) throw new Error(`nothing is defined under the name ${name}`);
  return load();
}
