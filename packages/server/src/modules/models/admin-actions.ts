import { aiModel } from '@gantry/core';
import type { Operations } from '../../platform/engine/operation.ts';
import { placeRecord } from '../../platform/engine/record-actions/place-record.ts';
import { deleteModel } from './delete-model.ts';
import { previewPrices, quoteModel } from './model-prices.ts';
import { changePrices, cloneModel, createModel, updateModel } from './model-records.ts';
import { type ModelTestDeps, testModel } from './model-test.ts';
import { renameGroup } from './rename-group.ts';

/** What is done with models and their prices by hand. */
export function createPricingOperations(deps: ModelTestDeps): Operations {
  return {
    [`${aiModel.name}/create`]: createModel,
    [`${aiModel.name}/update`]: updateModel,
    [`${aiModel.name}/delete`]: deleteModel,
    [`${aiModel.name}/clone`]: cloneModel,
    [`${aiModel.name}/place`]: placeRecord,
    [`${aiModel.name}/test`]: testModel(deps),
    [`${aiModel.name}/quote`]: quoteModel,
    [`${aiModel.name}/changePrices`]: changePrices,
    [`${aiModel.name}/previewPrices`]: previewPrices,
    [`${aiModel.name}/renameGroup`]: renameGroup,
  };
}
