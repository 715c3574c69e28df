import fc from 'fast-check';

/** The same cases on each run; `FC_SEED=…` looks at others. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_116) });
