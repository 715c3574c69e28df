import { directPatterns } from '../../../src/adapters/patterns/direct-patterns.ts';
import { patternsContract } from '../../contracts/patterns.contract.ts';

patternsContract('directPatterns', directPatterns);
