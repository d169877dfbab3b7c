import { type Action, admins } from '../../definition/index.ts';
import { boolean, choice, integer, json, tags, text } from '../../fields/index.ts';
import { providers } from './api-key.ts';

const given = {
  provider: choice({ zh: '供应商', en: 'Provider' }, providers, { required: true }),
  keyGroup: text(
    { zh: '密钥分组', en: 'Key group' },
    { max: 64, help: { zh: '留空为该供应商的全部分组', en: 'Leave empty for all groups of the provider.' } },
  ),
} as const;

const unasked = tags({ zh: '没有可用密钥的上游', en: 'Upstreams without a usable key' });

/** Updates the models from the list of a provider, after an admin has reviewed the differences. */
export const providerSyncActions = {
  previewSync: {
    on: 'collection',
    label: { zh: '预览上游同步', en: 'Preview upstream sync' },
    help: {
      zh: '用可用的密钥询问每个分组的上游，列出新的与已下架的模型，不做改动',
      en: 'Compares each group’s models with its upstream and lists additions and removals. Changes nothing.',
    },
    roles: admins,
    reads: true,
    input: given,
    output: {
      upstreams: integer({ zh: '问过的上游', en: 'Upstreams tried' }),
      unasked,
      items: json({ zh: '差异', en: 'Difference' }),
      keyGroup: text({ zh: '密钥分组', en: 'Key group' }),
      code: text({ zh: '上游标识', en: 'Upstream ID' }),
      change: choice(
        { zh: '变化', en: 'Change' },
        { new: { zh: '新增', en: 'New' }, gone: { zh: '上游已下架', en: 'Removed upstream' } },
      ),
    },
  },
  syncProvider: {
    on: 'collection',
    label: { zh: '同步上游模型', en: 'Sync upstream models' },
    help: {
      zh: '确认前显示差异；新模型以停用状态加入，填好价格后再启用；任一上游未响应则不做任何改动；分组里有上游的密钥都不可用时，该分组不停用任何模型',
      en: 'The difference is shown before you confirm. New models arrive disabled and without a price. If an upstream does not respond, nothing changes. No model of a group is disabled while one of its upstreams lacks a usable key.',
    },
    roles: admins,
    danger: true,
    input: {
      ...given,
      add: boolean({ zh: '添加新的', en: 'Add new models' }, { default: true }),
      disableGone: boolean({ zh: '停用上游已无的', en: 'Disable removed models' }),
    },
    output: {
      added: tags({ zh: '已添加', en: 'Added' }),
      disabled: tags({ zh: '已停用', en: 'Disabled' }),
      left: integer({ zh: '剩余未添加', en: 'Remaining' }),
      unasked,
    },
  },
} as const satisfies Record<string, Action>;
