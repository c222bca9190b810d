@NullMarked
package com.example.orders;

import org.jspecify.annotations.NullMarked;
