/** Model types that a reference accepts, by purpose. This one is for models that answer with text. */
export const textModels = { type: ['chat', 'reasoning', 'vision'] } as const;
export const embeddingModels = { type: ['embedding'] } as const;
export const rerankModels = { type: ['rerank'] } as const;
