// Prints docs/permissions.md: what each role may do with each entity, and what requires an identity confirmation.
import {
  type AnyResource,
  areas,
  catalogue,
  getArea,
  isStepUpRequired,
  kebab,
  localize,
  permissionPresets,
  type Roles,
  readingVerbs,
  verbs,
} from '@gantry/core';
import { formatHead, formatTable, readLocale, toCell, toCodeCell } from './markdown.ts';

const locale = readLocale();
const say = (en: string, zh: string) => (locale === 'zh-CN' ? zh : en);
const isForOperators = (roles: Roles) => roles.some((role) => role === '*' || role === 'user');

interface Operation {
  readonly name: string;
  readonly roles: Roles;
  readonly stepUp: boolean;
  readonly reads: boolean;
}

function listOperations(resource: AnyResource): Operation[] {
  const ofVerbs = verbs.flatMap((verb): Operation[] => {
    const roles = resource.access[verb];
    return roles
      ? [{ name: kebab(verb), roles, stepUp: isStepUpRequired(resource, verb), reads: readingVerbs.includes(verb) }]
      : [];
  });
  const ofActions = Object.entries(resource.actions ?? {}).flatMap(([name, action]): Operation[] => {
    const { roles, stepUp = false, reads = false } = action;
    return action.on === 'system' ? [] : [{ name: kebab(name), roles, stepUp, reads }];
  });
  return [...ofVerbs, ...ofActions];
}

const format = (all: readonly Operation[]) =>
  all.map(({ name, stepUp, reads }) => `${toCodeCell(name)}${reads ? ' 👁' : ''}${stepUp ? ' 🔒' : ''}`).join(' ');

const head = [say('Records', '记录'), say('Operators and admins', '普通用户与管理员'), say('Admins only', '仅管理员')];
const parts = areas.flatMap((area) => {
  const rows = catalogue.resources
    .filter((resource) => getArea(resource.path) === area.name)
    .map((resource) => {
      const operations = listOperations(resource);
      const shared = operations.filter(({ roles }) => isForOperators(roles));
      const own = operations.filter(({ roles }) => !isForOperators(roles));
      return [
        `${toCell(localize(resource.label, locale))} ${toCodeCell(kebab(resource.name))}`,
        format(shared),
        format(own),
      ];
    });
  return rows.length > 0 ? [`## ${localize(area.label, locale)} (${area.name})`, formatTable(head, rows)] : [];
});

const presets = [
  `## ${say('Presets', '预设')}`,
  formatTable(
    [say('Preset', '预设'), say('Permission set', '权限范围'), say('Grants', '授予的权限')],
    Object.entries(permissionPresets).map(([name, preset]) => [
      `${toCell(localize(preset, locale))} ${toCodeCell(name)}`,
      toCodeCell(preset.values.join(',')),
      toCell(localize(preset.help, locale)),
    ]),
  ),
];

const intro = say(
  'What each role may do, by menu area. The name in brackets is the name of the area in a permission set. 👁 marks operations that read-only admins can use. 🔒 marks operations that require [identity confirmation](concepts.md#identity-confirmation). [Roles and permissions](roles-and-permissions.md) explains the rules.',
  '各角色在各菜单分区中可执行的操作。括号内是该分区在权限范围中的名称。👁 表示只读管理员可使用。🔒 表示须[确认身份](concepts.md#确认身份)。规则见[角色与权限](roles-and-permissions.md)。',
);
const page = [
  formatHead(locale, 'permissions.md', say('Permission reference', '权限参考')),
  intro,
  ...presets,
  ...parts,
];
process.stdout.write(`${page.join('\n\n')}\n`);
