import type {
  Action,
  AnyResource,
  Field,
  FieldBase,
  FieldKind,
  ReportDefinition,
  ScreenDefinition,
  SettingsDefinition,
} from '../definition/index.ts';

/** What is known of a resource without its fields: enough for a menu, a tab and a link. */
export type ResourceOutline = Pick<AnyResource, 'name' | 'path' | 'title' | 'label' | 'access' | 'inMenu'>;
export type SettingsOutline = Pick<SettingsDefinition, 'name' | 'path' | 'label' | 'roles' | 'first'>;
export type ReportOutline = Pick<ReportDefinition, 'name' | 'path' | 'label' | 'help' | 'roles'>;

/** All that is defined, by name and place; a whole catalogue is one too. */
export interface Outline<
  R extends ResourceOutline = ResourceOutline,
  S extends SettingsOutline = SettingsOutline,
  P extends ReportOutline = ReportOutline,
> {
  readonly resources: readonly R[];
  readonly settings: readonly S[];
  readonly screens: readonly ScreenDefinition[];
  /** Reports that are tabs of a route. */
  readonly reports: readonly P[];
}

type FieldSkeleton = Pick<FieldBase, 'label' | 'search' | 'read' | 'personal'> & {
  readonly kind: FieldKind;
  readonly to?: string;
  readonly idOf?: string;
};
type ActionSkeleton = Pick<Action, 'on' | 'label' | 'roles' | 'reads'>;

/** A resource with what links it to others and what may be done to it, but not what its records hold. */
export interface ResourceSkeleton extends ResourceOutline, Pick<AnyResource, 'findable'> {
  /** The title, and the filters that refer to other records. */
  readonly fields: Readonly<Record<string, FieldSkeleton>>;
  readonly list: Pick<AnyResource['list'], 'filters'>;
  readonly actions?: Readonly<Record<string, ActionSkeleton>>;
}

/** Some keys of a value; those that it does not have stay absent. */
function pick<T extends object, K extends keyof T>(value: T, ...keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]]))) as Pick<T, K>;
}

function outlineResource(resource: AnyResource): ResourceOutline {
  return pick(resource, 'name', 'path', 'title', 'label', 'access', 'inMenu');
}

/** The names and places of everything in a catalogue. */
export function createOutline(catalogue: Outline<AnyResource, SettingsDefinition, ReportDefinition>): Outline {
  return {
    resources: catalogue.resources.map(outlineResource),
    settings: catalogue.settings.map((page) => pick(page, 'name', 'path', 'label', 'roles', 'first')),
    screens: catalogue.screens,
    reports: catalogue.reports.map((report) => pick(report, 'name', 'path', 'label', 'help', 'roles')),
  };
}

/** Whether a list can be narrowed to what names a record by this field. */
function namesRecords(field: Field | undefined): boolean {
  return field?.kind === 'reference' || (field?.kind === 'integer' && field.idOf !== undefined);
}

function createResourceSkeleton(resource: AnyResource): ResourceSkeleton {
  const refers = (resource.list.filters ?? []).filter((name) => namesRecords(resource.fields[name]));
  const fields = [...new Set([resource.title, ...refers])].flatMap((name): [string, FieldSkeleton][] => {
    const field = resource.fields[name];
    if (!field) return [];
    const to = field.kind === 'reference' ? { to: field.to } : pick(field as { idOf?: string }, 'idOf');
    return [[name, { ...pick(field, 'kind', 'label', 'search', 'read', 'personal'), ...to }]];
  });
  const actions = Object.entries(resource.actions ?? {}).map(
    ([name, action]) => [name, pick(action, 'on', 'label', 'roles', 'reads')] as const,
  );
  return {
    ...outlineResource(resource),
    ...pick(resource, 'findable'),
    fields: Object.fromEntries(fields),
    list: { filters: refers },
    actions: Object.fromEntries(actions),
  };
}

/** The resources of a catalogue as sketches, in its order. */
export function createSkeletons({ resources }: { readonly resources: readonly AnyResource[] }): ResourceSkeleton[] {
  return resources.map(createResourceSkeleton);
}
