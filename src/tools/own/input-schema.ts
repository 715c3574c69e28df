/**
 * A schema of any library that follows Standard Schema and its extension for JSON schemas, such as Zod since 4.2. So the
 * schemas of a plugin need not come from the same copy, nor the same version, of a library.
 */
export type InputSchema<Output = unknown> = {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
};

export type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly InputIssue[] };

export type InputIssue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

/** What a tool gets after its input was checked. */
export type InputOf<Schema extends InputSchema> = NonNullable<Schema['~standard']['types']>['output'];
