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

/** A resource without its fields: enough for a menu, a tab and a link. */
export type ResourceOutline = Pick<AnyResource, 'name' | 'path' | 'title' | 'label' | 'access' | 'inMenu'>;
export type SettingsOutline = Pick<SettingsDefinition, 'name' | 'path' | 'label' | 'roles' | 'first'>;
export type ReportOutline = Pick<ReportDefinition, 'name' | 'path' | 'label' | 'help' | 'roles'>;

/** All definitions without their fields. A complete catalog also matches this type. */
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

/** A resource with its relations and actions, but without most of its fields. */
export interface ResourceSkeleton extends ResourceOutline, Pick<AnyResource, 'findable'> {
  /** The title, and filters that refer to other records. */
  readonly fields: Readonly<Record<string, FieldSkeleton>>;
  readonly list: Pick<AnyResource['list'], 'filters'>;
  readonly actions?: Readonly<Record<string, ActionSkeleton>>;
}

/** Returns some properties of a value. Missing properties remain absent. */
function pick<T extends object, K extends keyof T>(value: T, ...keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]]))) as Pick<T, K>;
}

function getOutlineResource(resource: AnyResource): ResourceOutline {
  return pick(resource, 'name', 'path', 'title', 'label', 'access', 'inMenu');
}

/** Creates the outline of a catalog. */
export function createOutline(catalogue: Outline<AnyResource, SettingsDefinition, ReportDefinition>): Outline {
  return {
    resources: catalogue.resources.map(getOutlineResource),
    settings: catalogue.settings.map((page) => pick(page, 'name', 'path', 'label', 'roles', 'first')),
    screens: catalogue.screens,
    reports: catalogue.reports.map((report) => pick(report, 'name', 'path', 'label', 'help', 'roles')),
  };
}

/** Whether a filter by this field selects a record of another resource. */
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
    ...getOutlineResource(resource),
    ...pick(resource, 'findable'),
    fields: Object.fromEntries(fields),
    list: { filters: refers },
    actions: Object.fromEntries(actions),
  };
}

/** Creates the skeletons of all resources in catalog order. */
export function createSkeletons({ resources }: { readonly resources: readonly AnyResource[] }): ResourceSkeleton[] {
  return resources.map(createResourceSkeleton);
}
