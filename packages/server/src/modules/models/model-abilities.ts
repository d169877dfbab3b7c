import { textModels } from '@gantry/core';

/** Models that answer in text can stand in for each other; every other type only for its own. */
const abilityOf = (type: unknown) => (textModels.type.some((one) => one === type) ? 'text' : String(type));

/** Whether a model of one type can do what one of the other does. */
export const isLike = (type: unknown, other: unknown) => abilityOf(type) === abilityOf(other);
