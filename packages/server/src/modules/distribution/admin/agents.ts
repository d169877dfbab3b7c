import type { Values } from '@gantry/core';
import type { DayOf } from '../../../platform/context/day-of.ts';
import { createCreatedDraft } from '../../../platform/engine/changes.ts';
import { createPlan } from '../../../platform/engine/engine.ts';
import type { Operation, OperationCall } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import { assertReferences, reportTaken } from '../../../platform/engine/validation-errors.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { Cell } from '../../../platform/store/database.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import { findUpload } from '../../knowledge/index.ts';
import { readDistributionTerms } from '../distribution-terms.ts';
import { findRegion } from '../regions.ts';
import { createSettleMonthOperation, lookUpRegions, pendingMonth, statement } from './agent-months.ts';
import { createFieldError, writeCells } from './call-scope.ts';

export interface AgentDeps {
  readonly settings: SettingsReader;
  readonly dayOf: DayOf;
}

const words = {
  region: {
    zh: '地区不存在或有重名，请填写代码或全称',
    en: 'Region not found, or the name is ambiguous. Use its code or full Chinese name.',
  },
  ends: { zh: '不能早于合同开始', en: 'Must not be before the start of the contract.' },
  file: { zh: '文件不存在，请重新上传', en: 'File not found. Upload it again.' },
  over: { zh: '不能早于今天', en: 'Not before today' },
} as const;

function create({ settings }: AgentDeps): Operation {
  return {
    async run(call) {
      const { tx, services, caller, resource, input } = call;
      const plan = createPlan(resource);
      const region = findRegion(String(input.regionCode));
      if (region === null) throw createFieldError('regionCode', words.region, caller.locale);
      if (String(input.endOn) < String(input.startOn)) throw createFieldError('endOn', words.ends, caller.locale);
      await assertReferences(tx, plan, input, caller);
      const { agency } = await readDistributionTerms(settings, tx);
      const found = { regionCode: region.code, regionName: region.name, level: region.level };
      const values: Values = { ...input, ...found, rateBps: input.rateBps ?? agency.rateBps };
      const row = createRow(resource, values, { by: caller.actor.id, at: services.clock() });
      const [id = 0] = await insertRecords(tx, services.database.dialect, resource, [row]);
      const data = await presentRow(services, tx, resource, { ...row, id }, caller);
      return { data, audit: createCreatedDraft(resource, id, row) };
    },
  };
}

/** Of two that are approved for one region at once the database lets one through. */
function intoRegion(call: OperationCall<'regional_agents'>, cells: Readonly<Record<string, Cell>>) {
  return reportTaken(call.services.database, createPlan(call.resource), call.caller, () => writeCells(call, cells));
}

const approve: Operation<'regional_agents'> = {
  run: (call) => intoRegion(call, { status: 'active', approved_at: call.services.clock(), reason: null }),
};

/** A new last day, from today on; one that has expired takes its region again, if that is free. */
function renew({ settings, dayOf }: AgentDeps): Operation<'regional_agents'> {
  return {
    async run(call) {
      const { tx, row, input, caller, services } = call;
      const { timezone } = await readDistributionTerms(settings, tx);
      const endOn = String(input.endOn);
      if (endOn < dayOf(services.clock(), timezone)) throw createFieldError('endOn', words.over, caller.locale);
      if (endOn < row.start_on) throw createFieldError('endOn', words.ends, caller.locale);
      const contract = typeof input.contractNo === 'string' ? { contract_no: input.contractNo } : {};
      const status = row.status === 'expired' ? 'active' : row.status;
      return intoRegion(call, { end_on: endOn, expiring: 0, status, ...contract });
    },
  };
}

/** A document that was uploaded becomes the contract; the one before goes with the documents that nothing refers to. */
const attachContract: Operation<'regional_agents'> = {
  async run(call) {
    const document = await findUpload(call.tx, String(call.input.file));
    if (!document) throw createFieldError('file', words.file, call.caller.locale);
    return writeCells(call, { file: document.file, format: document.format });
  },
};

const changeRate: Operation<'regional_agents'> = {
  undo: { fields: ['rateBps', 'reason'] },
  run: (call) => writeCells(call, { rate_bps: Number(call.input.rateBps), reason: String(call.input.reason) }),
};

export function createAgentOperations(deps: AgentDeps): Readonly<Record<string, Operation>> {
  return {
    create: create(deps),
    approve,
    renew: renew(deps),
    changeRate,
    attachContract,
    statement,
    settle: createSettleMonthOperation(deps),
    settleMonth: createSettleMonthOperation(deps),
    pendingMonth,
    regions: lookUpRegions,
  };
}
