/** Which models a reference takes, by what they are for; the first is for whatever answers in text. */
export const textModels = { type: ['chat', 'reasoning', 'vision'] } as const;
export const embeddingModels = { type: ['embedding'] } as const;
export const rerankModels = { type: ['rerank'] } as const;
