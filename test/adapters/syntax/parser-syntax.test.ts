import { parserSyntax } from '../../../src/adapters/syntax/parser-syntax.ts';
import { syntaxContract } from '../../contracts/syntax.contract.ts';

syntaxContract('parserSyntax', parserSyntax);
