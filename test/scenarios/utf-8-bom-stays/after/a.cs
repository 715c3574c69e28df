using System;
class B { }
