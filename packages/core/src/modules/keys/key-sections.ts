import type { Section } from '../../definition/index.ts';

/** Sections of a key and of its form. */
export const keySections: readonly Section[] = [
  {
    label: { zh: '标识', en: 'Identity' },
    fields: [
      'name',
      'provider',
      'keyGroup',
      'secret',
      'mask',
      'baseUrl',
      'org',
      'proxyUrl',
      'tag',
      'remark',
      'fingerprint',
    ],
  },
  {
    label: { zh: '状态', en: 'Health' },
    fields: [
      'status',
      'successBps',
      'trouble',
      'failStreak',
      'lastErrorCode',
      'lastError',
      'coolUntil',
      'coolLevel',
      'nextProbeAt',
      'lastUsedAt',
      'lastTestAt',
      'lastTestMs',
      'inFlight',
    ],
  },
  {
    label: { zh: '调度与上限', en: 'Scheduling and limits' },
    fields: ['priority', 'weight', 'maxConcurrency', 'failThreshold', 'rpm', 'tpm', 'autoBan', 'expiresAt'],
  },
  {
    label: { zh: '模型', en: 'Models' },
    fields: ['models', 'testModel', 'modelMap'],
  },
  {
    label: { zh: '成本与余额', en: 'Cost and balance' },
    fields: ['dailyCostCap', 'costToday', 'costDay', 'balanceSource', 'lowBalance', 'upstreamBalance', 'balanceIsLow'],
  },
];
